import { fail, ok, type Result } from '../../shared/lib/result.ts';
import { blobsOfThread, copyBlob } from '../threads/blobs.ts';
import { familyOf } from '../threads/children.ts';
import { beginCopy, finishCopy } from '../threads/copy-thread.ts';
import { entriesSince, newestSeq } from '../threads/entries.ts';
import type { Stores } from '../threads/stores.ts';
import { threadSummary } from '../threads/summaries.ts';
import { forgetThread, removeThread } from './remove-thread.ts';
import { sliceWriter, type SliceDeps } from './slices.ts';

export type SaveDeps = Omit<SliceDeps, 'write'> & {
  readonly stores: Stores;
  /** Fails while a run works on a thread. */
  readonly checkIdle: (threadId: string) => Result<null>;
};

const PAGE = 32;

/**
 * Saves a thread that is in memory, with those of its sub-agents and under the same ids: in slices, so that the loop
 * stays free; then, at once, it is of the home and no longer in memory. Fails with `thread_not_found`, `already_saved`,
 * what `checkIdle` and the store fail with: it stays in memory then, and nothing of it is kept.
 */
export async function saveThread(deps: SaveDeps, threadId: string): Promise<Result<null>> {
  const { unsaved, home } = deps.stores;
  if (threadSummary(unsaved.read, threadId) === undefined) {
    return threadSummary(home.read, threadId) === undefined
      ? fail('thread_not_found', 'This thread does not exist any more')
      : fail('already_saved', 'This thread is saved already');
  }
  const saved = await copyFamily(deps, threadId);
  return saved.ok ? forgetThread(unsaved, deps, threadId) : saved;
}

async function copyFamily(deps: SaveDeps, threadId: string): Promise<Result<null>> {
  const { unsaved, home } = deps.stores;
  /** How far each thread has been copied. */
  const copied = new Map<string, number>();
  // An attempt that failed may have left something.
  const cleared = await removeThread(home.write, deps, threadId);
  if (!cleared.ok) return cleared;
  for (;;) {
    const family = familyOf(unsaved.read, threadId);
    // Nothing comes between this look and what is done by it.
    const busy = family.map(deps.checkIdle).find(({ ok: isIdle }) => !isIdle);
    if (busy !== undefined && !busy.ok) return undone(deps, threadId, busy);
    if (family.every((id) => copied.get(id) === newestSeq(unsaved.read, id))) {
      const finished = finishCopy(unsaved.read, home.write, family);
      return finished.ok ? finished : undone(deps, threadId, finished);
    }
    for (const id of family) {
      const more = await copyThread(deps, threadId, id, copied.get(id));
      if (!more.ok) return undone(deps, threadId, more);
      copied.set(id, more.value);
    }
  }
}

/** Copies what came after `since`; absent: all of it. Answers how far that went. */
async function copyThread(
  deps: SaveDeps,
  rootId: string,
  threadId: string,
  since: number | undefined,
): Promise<Result<number>> {
  const { stores, now, pace } = deps;
  const { read } = stores.unsaved;
  const { write } = stores.home;
  const begun = since === undefined ? beginCopy(read, write, threadId, now()) : ok(null);
  if (!begun.ok) return begun;
  for (const id of blobsOfThread(read, threadId)) {
    const kept = copyBlob(read, write, id, now());
    if (!kept.ok) return kept;
    await pace.breathe();
  }
  const writer = sliceWriter({ ...deps, write }, rootId);
  let seq = since ?? 0;
  for (;;) {
    const page = entriesSince(read, threadId, seq, PAGE);
    for (const entry of page) {
      const added = await writer.add(entry);
      if (!added.ok) return added;
      ({ seq } = entry);
    }
    if (page.length < PAGE) break;
  }
  const rest = writer.flush();
  return rest.ok ? ok(seq) : rest;
}

/** Takes back what was copied, and answers why. */
async function undone(deps: SaveDeps, threadId: string, failure: Result<never>): Promise<Result<never>> {
  await removeThread(deps.stores.home.write, deps, threadId);
  return failure;
}
