import { Tooltip } from '@base-ui/react/tooltip';
import type { ReactElement } from 'react';
import { Kbd } from './kbd.tsx';

type TipProps = {
  readonly label: string;
  /** Keys that do the same, as `keysText` writes them. */
  readonly keys?: string;
  readonly side?: 'top' | 'bottom' | 'left' | 'right';
  /** The one element that the hint is about. It needs a name of its own: hints are for the eye. */
  readonly children: ReactElement;
};

export function Tip({ label, keys, side = 'bottom', children }: TipProps) {
  return (
    <Tooltip.Root>
      <Tooltip.Trigger render={children} />
      <Tooltip.Portal>
        <Tooltip.Positioner side={side} sideOffset={6} className="z-50">
          <Tooltip.Popup
            aria-hidden
            className="flex max-w-80 items-center gap-2 rounded-md bg-raised px-2 py-1 text-sm text-text shadow-pop transition-opacity duration-100 data-ending-style:opacity-0 data-instant:transition-none data-starting-style:opacity-0"
          >
            <span className="min-w-0 break-words">{label}</span>
            {keys !== undefined && <Kbd>{keys}</Kbd>}
          </Tooltip.Popup>
        </Tooltip.Positioner>
      </Tooltip.Portal>
    </Tooltip.Root>
  );
}
