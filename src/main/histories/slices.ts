import { ok, type Result } from '../../shared/lib/result.ts';
import type { Entry } from '../../shared/thread/entry.ts';
import type { WriteDb } from '../threads/database.ts';
import { importEntries } from '../threads/import-thread.ts';
import type { Pace } from '../lib/pace.ts';

/** A slice of writing should take no longer, in ms: it grows and shrinks towards that. */
const SLICE_MS = 4;
const MAX_SLICE = 256;

export type SliceDeps = {
  readonly write: WriteDb;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Milliseconds of a clock that measures. */
  readonly clock: () => number;
  readonly pace: Pace;
};

export type SliceWriter = {
  /** Takes the next entry, and writes now and then. */
  readonly add: (entry: Entry) => Promise<Result<null>>;
  /** Writes what is left. */
  readonly flush: () => Result<null>;
  /** How many have been written. */
  readonly written: () => number;
};

/** Writes entries of a thread that is being brought in, and of those below it, in slices that leave the loop to others. */
export function sliceWriter({ write, now, clock, pace }: SliceDeps, rootId: string): SliceWriter {
  /** All of one thread. */
  let slice: Entry[] = [];
  let many = 16;
  let written = 0;

  function flush(): Result<null> {
    const started = clock();
    const threadId = slice[0]?.threadId ?? rootId;
    const stored = importEntries(write, { rootId, threadId }, now(), slice);
    const ms = clock() - started;
    if (ms > SLICE_MS) many = Math.max(1, Math.floor(many / 2));
    else if (ms < SLICE_MS / 2) many = Math.min(MAX_SLICE, many * 2);
    written += slice.length;
    slice = [];
    return stored;
  }

  return {
    async add(entry) {
      const [first] = slice;
      if (first !== undefined && (slice.length >= many || first.threadId !== entry.threadId)) {
        await pace.rest();
        const stored = flush();
        if (!stored.ok) return stored;
        await pace.rest();
      }
      slice.push(entry);
      return ok(null);
    },
    flush,
    written: () => written,
  };
}
