import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { leave, type Route } from '../state/route.ts';
import { chordOn, isPlain, matches, PLATFORM, SHORTCUTS, type ShortcutAction } from '../state/shortcuts.ts';
import { actionsNow } from './actions.ts';
import { focusNeighbour } from './focus-neighbour.ts';

type Shown = { readonly showShortcuts: () => void; readonly showPalette: () => void };

/** Carries out the table of shortcuts for the whole window. */
export function useShortcuts(route: Route, { showShortcuts, showPalette }: Shown): void {
  const client = useQueryClient();
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.isComposing) return;
    const shortcut = SHORTCUTS.find((one) => matches(chordOn(one, PLATFORM), event, PLATFORM));
    if (shortcut === undefined || somethingIsOpen()) return;
    if (isPlain(chordOn(shortcut, PLATFORM)) && isWriting(event.target)) return;
    if (perform(shortcut.action)) event.preventDefault();
  });

  /** False when there was nothing to do: then the key keeps its usual meaning. */
  function perform(name: ShortcutAction): boolean {
    switch (name) {
      case 'palette':
        showPalette();
        return true;
      case 'next-item':
        return focusNeighbour(1);
      case 'previous-item':
        return focusNeighbour(-1);
      case 'back':
        return leave(route);
      default: {
        const action = actionsNow({ route, client, showShortcuts }).find(({ id }) => id === name);
        action?.run();
        return action !== undefined;
      }
    }
  }

  useEffect(() => {
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, []);
}

/** Dialogs, menus and lists of choices take the keys for themselves. */
function somethingIsOpen(): boolean {
  return document.querySelector('[role=dialog],[role=alertdialog],[role=menu],[role=listbox][data-open]') !== null;
}

function isWriting(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'));
}
