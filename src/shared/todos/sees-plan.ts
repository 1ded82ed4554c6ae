import type { PathEntry } from '../thread/entry.ts';
import { visiblePath } from '../thread/visible-path.ts';

/**
 * Whether the model sees the plan that the entry `planId` wrote, by what is known of its branch: the end of it, oldest entry
 * first, with all that came after the plan. `undefined` where that does not tell.
 */
export function seesPlan(end: readonly PathEntry[], planId: string): boolean | undefined {
  const { entries, compaction } = visiblePath(end);
  if (entries.some(({ id, kind }) => id === planId || kind === 'todos_restored')) return true;
  // Where the newest compaction begins to keep is known, and the plan is before it.
  return compaction === undefined ? undefined : false;
}
