import { ContextMenu as BaseContextMenu } from '@base-ui/react/context-menu';
import { Menu as BaseMenu } from '@base-ui/react/menu';
import { Fragment, useRef, type ReactElement, type ReactNode } from 'react';
import { cx } from './cx.ts';
import { Kbd } from './kbd.tsx';
import { OPTION, POPUP } from './popup-style.ts';

export type MenuEntry = {
  readonly label: string;
  readonly icon?: ReactNode;
  readonly keys?: string;
  /** Stays in sight however long the label is. */
  readonly detail?: string;
  readonly danger?: boolean;
  readonly disabled?: boolean;
  /** Draws a line above. */
  readonly separated?: boolean;
  /** Opens a field that wants the focus. */
  readonly takesFocus?: boolean;
  readonly onSelect: () => void;
};

type MenuProps = { readonly entries: readonly MenuEntry[]; readonly children: ReactElement };

/** Where the focus goes when a menu closes: back to where it was, unless somebody else has it or is about to take it. */
function useReturn(entries: readonly MenuEntry[]) {
  const taken = useRef(false);
  return {
    entries: entries.map((entry) => ({
      ...entry,
      onSelect: () => {
        taken.current = entry.takesFocus === true;
        entry.onSelect();
      },
    })),
    finalFocus: () => {
      const focused = document.activeElement;
      const free = focused === document.body || focused?.closest('[role=menu]') != null;
      const returns = free && !taken.current;
      taken.current = false;
      return returns;
    },
  };
}

/** `children` is the button that opens it. */
export function Menu({ entries, children }: MenuProps) {
  const menu = useReturn(entries);
  return (
    <BaseMenu.Root modal={false}>
      <BaseMenu.Trigger render={children} />
      <BaseMenu.Portal>
        <BaseMenu.Positioner sideOffset={4} align="end" className="z-40">
          <BaseMenu.Popup
            finalFocus={menu.finalFocus}
            className={cx(POPUP, 'scroll-thin max-h-(--available-height) max-w-96 min-w-44 overflow-y-auto py-1')}
          >
            <Entries entries={menu.entries} />
          </BaseMenu.Popup>
        </BaseMenu.Positioner>
      </BaseMenu.Portal>
    </BaseMenu.Root>
  );
}

/** `children` is what a right click opens it on. */
export function ContextMenu({ entries, children }: MenuProps) {
  const menu = useReturn(entries);
  return (
    <BaseContextMenu.Root>
      <BaseContextMenu.Trigger render={children} />
      <BaseContextMenu.Portal>
        <BaseContextMenu.Positioner className="z-40">
          <BaseContextMenu.Popup finalFocus={menu.finalFocus} className={cx(POPUP, 'min-w-44 py-1')}>
            <Entries entries={menu.entries} />
          </BaseContextMenu.Popup>
        </BaseContextMenu.Positioner>
      </BaseContextMenu.Portal>
    </BaseContextMenu.Root>
  );
}

/** A point of the window, or what else has a place there. */
export type Place = { readonly getBoundingClientRect: () => DOMRect };

type MenuAtProps = {
  readonly entries: readonly MenuEntry[];
  /** Where it opens: one menu serves many. */
  readonly anchor: HTMLElement | Place;
  /** Has the focus after it. */
  readonly returnTo: HTMLElement | null;
  readonly onClose: () => void;
};

/** An open menu at a place. */
export function MenuAt({ entries, anchor, returnTo, onClose }: MenuAtProps) {
  const menu = useReturn(entries);
  return (
    <BaseMenu.Root open modal={false} onOpenChange={(open) => !open && onClose()}>
      <BaseMenu.Portal>
        <BaseMenu.Positioner
          anchor={anchor}
          sideOffset={4}
          align={anchor instanceof HTMLElement ? 'end' : 'start'}
          className="z-40"
        >
          <BaseMenu.Popup finalFocus={() => menu.finalFocus() && returnTo} className={cx(POPUP, 'min-w-44 py-1')}>
            <Entries entries={menu.entries} />
          </BaseMenu.Popup>
        </BaseMenu.Positioner>
      </BaseMenu.Portal>
    </BaseMenu.Root>
  );
}

function Entries({ entries }: { readonly entries: readonly MenuEntry[] }) {
  return entries.map((entry, index) => (
    // What is listed may have the same name.
    <Fragment key={`${index} ${entry.label}`}>
      {entry.separated && <BaseMenu.Separator className="my-1 h-px bg-line" />}
      <BaseMenu.Item
        disabled={entry.disabled}
        onClick={entry.onSelect}
        className={cx(OPTION, '[&_svg]:size-3.5 [&_svg]:shrink-0', entry.danger && 'text-bad')}
      >
        {entry.icon}
        <span className="min-w-0 flex-1 truncate">{entry.label}</span>
        {entry.detail !== undefined && <span className="shrink-0 text-sm text-faint">{entry.detail}</span>}
        {entry.keys !== undefined && <Kbd>{entry.keys}</Kbd>}
      </BaseMenu.Item>
    </Fragment>
  ));
}
