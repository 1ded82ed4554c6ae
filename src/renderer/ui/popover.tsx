import { Popover as BasePopover } from '@base-ui/react/popover';
import type { ReactElement, ReactNode } from 'react';
import { cx } from './cx.ts';
import { POPUP } from './popup-style.ts';

type PopoverProps = {
  readonly title: string;
  /** The button that opens it. */
  readonly trigger: ReactElement;
  readonly children: ReactNode;
};

export function Popover({ title, trigger, children }: PopoverProps) {
  return (
    <BasePopover.Root>
      <BasePopover.Trigger render={trigger} />
      <BasePopover.Portal>
        <BasePopover.Positioner sideOffset={4} align="end" className="z-20">
          <BasePopover.Popup className={cx(POPUP, 'flex w-64 flex-col gap-3 p-3')}>
            <BasePopover.Title className="font-semibold">{title}</BasePopover.Title>
            {children}
          </BasePopover.Popup>
        </BasePopover.Positioner>
      </BasePopover.Portal>
    </BasePopover.Root>
  );
}
