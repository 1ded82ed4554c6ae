import type { ThreadSummary } from '../../../shared/thread/summary.ts';
import type { Action } from '../action.ts';
import { fuzzyScore } from './fuzzy.ts';

export type PaletteItem =
  | { readonly type: 'action'; readonly action: Action }
  | { readonly type: 'thread'; readonly thread: ThreadSummary };

export type PaletteGroup = { readonly label: string; readonly items: readonly PaletteItem[] };

const MOST_THREADS = 8;

/**
 * What the palette offers. Nothing typed: what was used lately, then threads, then all actions; else what fits, best
 * first, actions before threads. `threads` may still be those that fitted what was typed before: none of those is offered.
 */
export function paletteGroups(
  typed: string,
  actions: readonly Action[],
  threads: readonly ThreadSummary[],
  recentIds: readonly string[],
): readonly PaletteGroup[] {
  const threadItems = threads
    .filter(({ title }) => hasWords(title, typed))
    .slice(0, MOST_THREADS)
    .map((thread): PaletteItem => ({ type: 'thread', thread }));
  if (typed.trim() === '') {
    const recent = recentIds.flatMap((id) => actions.filter((action) => action.id === id));
    return groups([
      { label: 'Recent', items: recent.map(toItem) },
      { label: 'Threads', items: threadItems },
      { label: 'Actions', items: actions.filter((action) => !recent.includes(action)).map(toItem) },
    ]);
  }
  const fitting = actions
    .map((action) => ({ action, score: scoreOf(typed, action) }))
    .filter(({ score }) => score !== undefined)
    .sort((a, b) => (b.score ?? 0) - (a.score ?? 0))
    .map(({ action }) => toItem(action));
  return groups([
    { label: 'Actions', items: fitting },
    { label: 'Threads', items: threadItems },
  ]);
}

/** As the engine searches titles: every word is somewhere in it, whatever the case. */
function hasWords(title: string, typed: string): boolean {
  const lower = title.toLowerCase();
  return typed
    .toLowerCase()
    .split(/\s+/)
    .every((word) => lower.includes(word));
}

function toItem(action: Action): PaletteItem {
  return { type: 'action', action };
}

/** What only the other words hold counts less than what the label does. */
function scoreOf(typed: string, { label, words = '' }: Action): number | undefined {
  const byLabel = fuzzyScore(typed, label);
  if (byLabel !== undefined) return byLabel;
  const known = words.split(' ').some((word) => word.startsWith(typed.trim().toLowerCase()));
  return known ? -100 : undefined;
}

function groups(all: readonly PaletteGroup[]): readonly PaletteGroup[] {
  return all.filter(({ items }) => items.length > 0);
}
