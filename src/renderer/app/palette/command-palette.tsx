import { Autocomplete } from '@base-ui/react/autocomplete';
import { Dialog } from '@base-ui/react/dialog';
import { useQueryClient } from '@tanstack/react-query';
import { Search } from 'lucide-react';
import { useDeferredValue, useRef, useState } from 'react';
import { useThreadList } from '../../data/thread-list.ts';
import { navigate, type Route } from '../../state/route.ts';
import { keysOf, SHORTCUTS } from '../../state/shortcuts.ts';
import { useUi } from '../../state/ui.ts';
import { cx } from '../../ui/cx.ts';
import { BACKDROP } from '../../ui/dialog.tsx';
import { formatAge } from '../../ui/format.ts';
import { Kbd } from '../../ui/kbd.tsx';
import { OPTION } from '../../ui/popup-style.ts';
import { StatusDot } from '../../ui/status-dot.tsx';
import { standingText } from '../../ui/status-text.ts';
import { actionsNow } from '../actions.ts';
import { paletteGroups, type PaletteGroup, type PaletteItem } from './palette-items.ts';

type CommandPaletteProps = {
  readonly route: Route;
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly showShortcuts: () => void;
};

/** Everything that can be done, and every thread, by typing a part of its name. */
export function CommandPalette({ route, open, onOpenChange, showShortcuts }: CommandPaletteProps) {
  // What was chosen is done once the palette has gone. It may take the focus somewhere; else that goes back.
  const chosen = useRef<() => void>(undefined);
  const before = useRef<Element>(null);
  return (
    <Dialog.Root
      open={open}
      onOpenChange={(next) => onOpenChange(next)}
      onOpenChangeComplete={(isOpen) => {
        if (isOpen || chosen.current === undefined) return;
        chosen.current();
        const { activeElement } = document;
        const isFree = activeElement === null || activeElement === document.body;
        if (isFree && before.current instanceof HTMLElement) before.current.focus();
      }}
    >
      <Dialog.Portal>
        <Dialog.Backdrop className={BACKDROP} />
        <Dialog.Popup
          initialFocus={() => {
            chosen.current = undefined;
            before.current = document.activeElement;
            return true;
          }}
          finalFocus={() => chosen.current === undefined}
          className="fixed top-[12vh] left-1/2 z-30 flex max-h-[60vh] w-[560px] max-w-[calc(100vw-32px)] -translate-x-1/2 flex-col rounded-xl bg-raised text-text shadow-pop outline-none transition-opacity duration-100 data-ending-style:opacity-0 data-starting-style:opacity-0"
        >
          <Dialog.Title className="sr-only">Command palette</Dialog.Title>
          <Choices
            route={route}
            showShortcuts={showShortcuts}
            onChoose={(run) => {
              chosen.current = run;
              onOpenChange(false);
            }}
          />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

type ChoicesProps = {
  readonly route: Route;
  readonly showShortcuts: () => void;
  readonly onChoose: (run: () => void) => void;
};

function Choices({ route, showShortcuts, onChoose }: ChoicesProps) {
  const client = useQueryClient();
  const recent = useUi((ui) => ui.recentActions);
  const remember = useUi((ui) => ui.rememberAction);
  const [typed, setTyped] = useState('');
  const query = useDeferredValue(typed.trim());
  const list = useThreadList(query === '' ? {} : { query });
  const threads = list.data?.pages.flatMap((page) => page.threads) ?? [];
  const [actions] = useState(() => actionsNow({ route, client, showShortcuts }));
  const groups = paletteGroups(typed, actions, threads, recent);

  function choose(item: PaletteItem): void {
    if (item.type === 'thread') return onChoose(() => navigate({ view: 'thread', threadId: item.thread.id }));
    remember(item.action.id);
    onChoose(item.action.run);
  }

  return (
    <Autocomplete.Root
      items={groups as { label: string; items: PaletteItem[] }[]}
      inline
      open
      mode="none"
      filter={null}
      autoHighlight="always"
      keepHighlight
      itemToStringValue={labelOf}
      value={typed}
      onValueChange={(next, { reason }) => reason !== 'item-press' && setTyped(next)}
    >
      <div className="relative border-b">
        <Search aria-hidden className="pointer-events-none absolute top-3.5 left-4 size-4 text-faint" />
        <Autocomplete.Input
          aria-label="Search threads and actions"
          placeholder="Search threads and actions"
          autoComplete="off"
          spellCheck={false}
          maxLength={200}
          className="h-11 w-full rounded-t-xl bg-transparent pr-4 pl-10 text-lg outline-none"
        />
      </div>
      <Autocomplete.Empty className="px-4 py-6 text-center text-soft empty:hidden">
        {groups.length === 0 && 'Nothing fits'}
      </Autocomplete.Empty>
      <Autocomplete.List
        aria-label="Threads and actions"
        className="scroll-thin min-h-0 flex-1 overflow-y-auto overscroll-contain py-1 data-empty:p-0"
      >
        {(group: PaletteGroup) => (
          <Autocomplete.Group key={group.label} items={group.items}>
            <Autocomplete.GroupLabel className="px-4 pt-2 pb-0.5 text-xs font-medium text-faint">
              {group.label}
            </Autocomplete.GroupLabel>
            <Autocomplete.Collection>
              {(item: PaletteItem) => (
                <Autocomplete.Item
                  key={keyOf(item)}
                  value={item}
                  onClick={() => choose(item)}
                  className={cx(OPTION, 'h-8 px-3 [&_svg]:size-3.5 [&_svg]:shrink-0')}
                >
                  <Line item={item} />
                </Autocomplete.Item>
              )}
            </Autocomplete.Collection>
          </Autocomplete.Group>
        )}
      </Autocomplete.List>
    </Autocomplete.Root>
  );
}

function Line({ item }: { readonly item: PaletteItem }) {
  // Read anew with each opening; nobody watches it tick.
  const [now] = useState(() => Date.now());
  if (item.type === 'thread') {
    const { thread } = item;
    const { title, status, updatedAt } = thread;
    return (
      <>
        <StatusDot status={status} words={standingText(thread)} />
        <span className="min-w-0 flex-1 truncate">{title}</span>
        <span className="text-sm text-faint">{formatAge(updatedAt, now)}</span>
      </>
    );
  }
  const { label, icon: Icon, id } = item.action;
  const shortcut = SHORTCUTS.find(({ action }) => action === id);
  const keys = shortcut && keysOf(shortcut.action);
  return (
    <>
      <Icon aria-hidden className="text-faint" />
      <span className="min-w-0 flex-1 truncate">{label}</span>
      {keys !== undefined && <Kbd>{keys}</Kbd>}
    </>
  );
}

function keyOf(item: PaletteItem): string {
  return item.type === 'thread' ? `thread ${item.thread.id}` : item.action.id;
}

function labelOf(item: PaletteItem): string {
  return item.type === 'thread' ? item.thread.title : item.action.label;
}
