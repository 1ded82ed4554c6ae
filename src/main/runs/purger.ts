import type { Log } from '../lib/log.ts';
import type { Store } from '../threads/open.ts';
import { sweepBlobs } from '../threads/blobs.ts';
import { purgeThreads } from '../threads/purge.ts';

/** How long a deleted thread can be brought back. */
const UNDO_MS = 10_000;
/** Entries removed in one go: a few milliseconds' work, so that nothing else waits. */
const SLICE = 50;

export type Purger = {
  /** To be called after a thread was hidden. */
  readonly later: () => void;
  readonly close: () => void;
};

/** Removes deleted threads for good once nobody can bring them back; those of an earlier process at once. */
export function createPurger(store: Store, now: () => number, log: Log): Purger {
  const timers = new Set<ReturnType<typeof setTimeout>>();

  function after(ms: number, hiddenBefore: () => number): void {
    const timer = setTimeout(() => {
      timers.delete(timer);
      const purged = purgeThreads(store.write, hiddenBefore(), SLICE);
      if (!purged.ok) log('error', 'Deleted threads could not be removed', { code: purged.error.code });
      else if (purged.value.more) after(0, hiddenBefore);
      else sweep();
    }, ms);
    timer.unref();
    timers.add(timer);
  }

  function sweep(): void {
    const swept = sweepBlobs(store.write, now());
    if (!swept.ok) log('error', 'Attachments could not be removed', { code: swept.error.code });
  }

  const opened = now();
  after(0, () => opened);
  return {
    // One ms more: what was hidden in this very millisecond is due as well.
    later: () => after(UNDO_MS, () => now() - UNDO_MS + 1),
    close() {
      for (const timer of timers) clearTimeout(timer);
    },
  };
}
