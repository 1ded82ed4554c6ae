import { useEffect, useEffectEvent } from 'react';
import { assertNever } from '../../shared/lib/assert.ts';
import { useStopRun } from '../data/run-actions.ts';
import { leave, navigate, type Route } from '../state/route.ts';
import { chordOn, isPlain, matches, PLATFORM, SHORTCUTS, type ShortcutAction } from '../state/shortcuts.ts';
import { useUi } from '../state/ui.ts';
import { showFailure } from '../ui/toast.tsx';
import { focusNeighbour } from './focus-neighbour.ts';

/** Carries out the table of shortcuts for the whole window. */
export function useShortcuts(route: Route, showShortcuts: () => void): void {
  const stop = useStopRun();
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.isComposing) return;
    const shortcut = SHORTCUTS.find((one) => matches(chordOn(one, PLATFORM), event, PLATFORM));
    if (shortcut === undefined || somethingIsOpen()) return;
    if (isPlain(chordOn(shortcut, PLATFORM)) && isWriting(event.target)) return;
    if (perform(shortcut.action)) event.preventDefault();
  });

  /** False when there was nothing to do: then the key keeps its usual meaning. */
  function perform(action: ShortcutAction): boolean {
    const ui = useUi.getState();
    switch (action) {
      case 'new-run':
        navigate({ view: 'new' });
        return true;
      case 'settings':
        navigate({ view: 'settings' });
        return true;
      case 'stop':
        if (route.view === 'thread') stop.mutate(route.threadId, { onError: (error) => showFailure(error.failure) });
        return route.view === 'thread';
      case 'rename':
        if (route.view === 'thread') ui.setRenaming(route.threadId);
        return route.view === 'thread';
      case 'dock-1':
        ui.showDockTab('Todos');
        return true;
      case 'dock-2':
        ui.showDockTab('Timeline');
        return true;
      case 'dock-3':
        ui.showDockTab('Files');
        return true;
      case 'toggle-threads':
        ui.setThreadsOpen(!ui.threadsOpen);
        return true;
      case 'toggle-dock':
        ui.setDockOpen(!ui.dockOpen);
        return true;
      case 'search-threads':
        ui.setThreadsOpen(true);
        // A list that was hidden has its field after the next paint.
        requestAnimationFrame(() => document.querySelector<HTMLElement>('[data-thread-search]')?.focus());
        return true;
      case 'next-item':
        return focusNeighbour(1);
      case 'previous-item':
        return focusNeighbour(-1);
      case 'shortcuts':
        showShortcuts();
        return true;
      case 'back':
        return leave(route);
      default:
        return assertNever(action);
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
