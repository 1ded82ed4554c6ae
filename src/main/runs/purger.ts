import { ok, type Result } from '../../shared/lib/result.ts';
import type { Log } from '../lib/log.ts';
import type { Store } from '../threads/open.ts';
import { sweepBlobs } from '../threads/blobs.ts';
import { beginPurge, purgeThreads, type Purged } from '../threads/purge.ts';

/** How long a deleted thread can be brought back. */
const UNDO_MS = 10_000;
/** Entries removed in one go: a few milliseconds' work, so that nothing else waits. */
const SLICE = 50;

export type Purger = {
  /** To be called after a thread was hidden. */
  readonly later: () => void;
  readonly close: () => void;
};

export type PurgerDeps = {
  readonly store: Store;
  readonly now: () => number;
  /** Removes what is kept for a thread outside of the store. */
  readonly release: (threadId: string) => Promise<void>;
  readonly log: Log;
};

/** Removes deleted threads for good once nobody can bring them back; those of an earlier process at once. */
export function createPurger({ store, now, release, log }: PurgerDeps): Purger {
  const timers = new Set<ReturnType<typeof setTimeout>>();
  const released = new Set<string>();
  let closed = false;

  /** First the files, so that a thread that is gone has left none behind. */
  async function purge(hiddenBefore: number): Promise<Result<Purged>> {
    const begun = beginPurge(store.write, hiddenBefore);
    if (!begun.ok) return begun;
    const threadId = begun.value;
    if (threadId !== undefined && !released.has(threadId)) {
      released.add(threadId);
      await release(threadId).catch((error: unknown) => {
        log('error', 'The files of a deleted thread could not be removed', { threadId, error: String(error) });
      });
    }
    return closed ? ok({ more: false }) : purgeThreads(store.write, hiddenBefore, SLICE);
  }

  function after(ms: number, hiddenBefore: () => number): void {
    const timer = setTimeout(() => {
      timers.delete(timer);
      void purge(hiddenBefore()).then((purged) => {
        if (!purged.ok) log('error', 'Deleted threads could not be removed', { code: purged.error.code });
        else if (purged.value.more) after(0, hiddenBefore);
        else if (!closed) sweep();
      });
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
      closed = true;
      for (const timer of timers) clearTimeout(timer);
    },
  };
}
