import { ok, type Result } from '../../shared/lib/result.ts';
import type { Pace } from '../lib/pace.ts';
import { blobsOfThread, forgetBlob } from '../threads/blobs.ts';
import { familyOf } from '../threads/children.ts';
import type { WriteDb } from '../threads/database.ts';
import type { Store } from '../threads/open.ts';
import { dropThread, purgeThreads } from '../threads/purge.ts';

/** Entries removed in one go: a few milliseconds' work. */
const SLICE = 50;

/** Removes a thread for good, with those of its sub-agents, and at once: in slices, so that the loop stays free. */
export async function removeThread(
  db: WriteDb,
  { pace }: { readonly pace: Pace },
  threadId: string,
): Promise<Result<null>> {
  const dropped = dropThread(db, threadId);
  if (!dropped.ok) return dropped;
  for (;;) {
    // What is dropped counts as hidden before anything else ever was.
    const purged = purgeThreads(db, 1, SLICE);
    if (!purged.ok) return purged;
    if (!purged.value.more) return ok(null);
    await pace.rest();
  }
}

/** Removes it with what it alone needed, which would take memory for nothing. */
export async function forgetThread(
  { read, write }: Store,
  parts: { readonly pace: Pace },
  threadId: string,
): Promise<Result<null>> {
  const blobs = familyOf(read, threadId).flatMap((id) => blobsOfThread(read, id));
  const removed = await removeThread(write, parts, threadId);
  if (!removed.ok) return removed;
  for (const id of blobs) {
    const forgotten = forgetBlob(write, id);
    if (!forgotten.ok) return forgotten;
  }
  return ok(null);
}
