import { ContextMenu as BaseContextMenu } from '@base-ui/react/context-menu';
import { Menu as BaseMenu } from '@base-ui/react/menu';
import { Fragment, type ReactElement, type ReactNode } from 'react';
import { cx } from './cx.ts';
import { Kbd } from './kbd.tsx';
import { OPTION, POPUP } from './popup-style.ts';

export type MenuEntry = {
  readonly label: string;
  readonly icon?: ReactNode;
  readonly keys?: string;
  readonly danger?: boolean;
  readonly disabled?: boolean;
  /** Draws a line above. */
  readonly separated?: boolean;
  readonly onSelect: () => void;
};

type MenuProps = { readonly entries: readonly MenuEntry[]; readonly children: ReactElement };

/** `children` is the button that opens it. */
export function Menu({ entries, children }: MenuProps) {
  return (
    <BaseMenu.Root modal={false}>
      <BaseMenu.Trigger render={children} />
      <BaseMenu.Portal>
        <BaseMenu.Positioner sideOffset={4} align="end" className="z-40">
          <BaseMenu.Popup className={cx(POPUP, 'min-w-44 py-1')}>
            <Entries entries={entries} />
          </BaseMenu.Popup>
        </BaseMenu.Positioner>
      </BaseMenu.Portal>
    </BaseMenu.Root>
  );
}

/** `children` is what a right click opens it on. */
export function ContextMenu({ entries, children }: MenuProps) {
  return (
    <BaseContextMenu.Root>
      <BaseContextMenu.Trigger render={children} />
      <BaseContextMenu.Portal>
        <BaseContextMenu.Positioner className="z-40">
          <BaseContextMenu.Popup className={cx(POPUP, 'min-w-44 py-1')}>
            <Entries entries={entries} />
          </BaseContextMenu.Popup>
        </BaseContextMenu.Positioner>
      </BaseContextMenu.Portal>
    </BaseContextMenu.Root>
  );
}

function Entries({ entries }: { readonly entries: readonly MenuEntry[] }) {
  return entries.map((entry) => (
    <Fragment key={entry.label}>
      {entry.separated && <BaseMenu.Separator className="my-1 h-px bg-line" />}
      <BaseMenu.Item
        disabled={entry.disabled}
        onClick={entry.onSelect}
        className={cx(OPTION, '[&_svg]:size-3.5 [&_svg]:shrink-0', entry.danger && 'text-bad')}
      >
        {entry.icon}
        <span className="flex-1">{entry.label}</span>
        {entry.keys !== undefined && <Kbd>{entry.keys}</Kbd>}
      </BaseMenu.Item>
    </Fragment>
  ));
}
