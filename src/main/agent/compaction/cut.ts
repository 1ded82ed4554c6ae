import { estimateEntry } from '../../../shared/run/estimates.ts';
import type { PathEntry } from '../../../shared/thread/entry.ts';

/**
 * Where what stays begins: the earliest entry from which on there are no more than `keepTokens`. That is always a message
 * of the person or an answer, so that no call is parted from its result. When the newest one alone holds more, it stays
 * nevertheless if nobody has answered it, or if it is no more than half of everything. `entries.length`: nothing stays.
 */
export function cutIndex(entries: readonly PathEntry[], keepTokens: number): number {
  const total = entries.reduce((sum, entry) => sum + estimateEntry(entry, false), 0);
  const keep = Math.min(keepTokens, total / 2);
  const newest = entries.findLastIndex(beginsTurn);
  let cut = entries.length;
  let sum = 0;
  for (let index = entries.length - 1; index >= 0; index -= 1) {
    const entry = entries[index];
    if (entry === undefined) break;
    sum += estimateEntry(entry, false);
    if (index === newest) {
      const stays = entry.kind === 'user_message' || (keepTokens > 0 && sum <= total / 2);
      if (stays) cut = index;
    }
    if (index <= newest && sum > keep) break;
    if (beginsTurn(entry)) cut = index;
  }
  return cut;
}

/** Whether what stays may begin with it. */
export function beginsTurn({ kind }: PathEntry): boolean {
  return kind === 'user_message' || kind === 'assistant_message';
}
