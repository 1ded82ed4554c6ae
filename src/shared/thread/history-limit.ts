import type { PathEntry } from './entry.ts';
import { messagesOf } from './messages.ts';

// Results belong to their step, and so does what follows them.
const BEGIN: ReadonlySet<PathEntry['kind']> = new Set(['user_message', 'assistant_message']);

/**
 * The end of a branch of which the model sees at most `limit` messages: as many of its newest as fit, whole steps of it,
 * so that no call is without its results.
 */
export function newestMessages(path: readonly PathEntry[], limit: number): readonly PathEntry[] {
  const starts = path.flatMap(({ kind }, index) => (index === 0 || BEGIN.has(kind) ? [index] : []));
  let fits = path.length;
  let [low, high] = [0, starts.length];
  // The more of the path, the more messages: the first start that fits is looked for by halves.
  while (low < high) {
    const middle = (low + high) >> 1;
    const start = starts[middle] ?? path.length;
    if (messagesOf(path.slice(start)).length <= limit) {
      fits = start;
      high = middle;
    } else low = middle + 1;
  }
  return path.slice(fits);
}

/** What a run sees of its branch: all that came since it began, and so many of the newest messages from before. */
export function seenByRun(path: readonly PathEntry[], runId: string, limit?: number): readonly PathEntry[] {
  if (limit === undefined) return path;
  const begin = path.findIndex((entry) => entry.runId === runId);
  const before = begin < 0 ? path : path.slice(0, begin);
  const seen = newestMessages(before, limit);
  // Without a message of its own it answers what was there: that it must see.
  if (seen.length === 0 && path[begin]?.kind !== 'user_message') return path;
  return [...seen, ...path.slice(before.length)];
}
