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
  const from = (at: number): readonly PathEntry[] => path.slice(starts[at] ?? path.length);
  const fits = (at: number): boolean => messagesOf(from(at)).length <= limit;
  // The more of the path, the more messages. Mostly few of many fit: the first start that does is looked for from the end,
  // in steps that double, and then by halves.
  let [low, high] = [0, starts.length];
  for (let step = 1; low < high; step *= 2) {
    const at = Math.max(0, high - step);
    if (fits(at)) high = at;
    else {
      low = at + 1;
      break;
    }
  }
  while (low < high) {
    const middle = (low + high) >> 1;
    if (fits(middle)) high = middle;
    else low = middle + 1;
  }
  return from(high);
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
