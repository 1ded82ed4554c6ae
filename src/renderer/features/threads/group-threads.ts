import { isActive, isHeld } from '../../../shared/run/status.ts';
import type { ThreadSummary } from '../../../shared/thread/summary.ts';

export type ThreadGroup = { readonly label: string; readonly threads: readonly ThreadSummary[] };

const LABELS = ['Running', 'Queued and paused', 'Pinned', 'Today', 'Yesterday', 'Previous 7 days', 'Older'] as const;
type Label = (typeof LABELS)[number];

/**
 * Running threads first, then those that wait in the order in which they start, then pinned ones, then the others by the day
 * they last changed; within a group as given.
 */
export function groupThreads(threads: readonly ThreadSummary[], now: number): readonly ThreadGroup[] {
  const groups = new Map<Label, ThreadSummary[]>();
  for (const thread of threads) {
    const label = groupOf(thread, now);
    const members = groups.get(label);
    if (members === undefined) groups.set(label, [thread]);
    else members.push(thread);
  }
  groups.get('Queued and paused')?.sort((a, b) => placeOf(a) - placeOf(b));
  return LABELS.flatMap((label) => {
    const members = groups.get(label);
    return members === undefined ? [] : [{ label, threads: members }];
  });
}

/** Paused ones come after all that wait. */
function placeOf({ place }: ThreadSummary): number {
  return place ?? Number.MAX_SAFE_INTEGER;
}

function groupOf(thread: ThreadSummary, now: number): Label {
  if (isHeld(thread.status)) return 'Queued and paused';
  if (isActive(thread.status)) return 'Running';
  if (thread.pinned) return 'Pinned';
  if (thread.updatedAt >= startOfDay(now, 0)) return 'Today';
  if (thread.updatedAt >= startOfDay(now, 1)) return 'Yesterday';
  if (thread.updatedAt >= startOfDay(now, 7)) return 'Previous 7 days';
  return 'Older';
}

/** Midnight, as the person's clock has it; days are not always 24 hours long. */
function startOfDay(now: number, daysAgo: number): number {
  const day = new Date(now);
  return new Date(day.getFullYear(), day.getMonth(), day.getDate() - daysAgo).getTime();
}

/** A line of the list, as it is scrolled. */
export type ThreadLine =
  | { readonly type: 'group'; readonly label: string }
  | { readonly type: 'thread'; readonly thread: ThreadSummary };

export function linesOf(groups: readonly ThreadGroup[]): readonly ThreadLine[] {
  return groups.flatMap(({ label, threads }): readonly ThreadLine[] => [
    { type: 'group', label },
    ...threads.map((thread): ThreadLine => ({ type: 'thread', thread })),
  ]);
}
