import { fail, ok, type Result } from '../../shared/lib/result.ts';
import { ENTRY_VERSION, isPathEntry, type Entry, type NoteEntry } from '../../shared/thread/entry.ts';
import { metadataWithIds, withIds } from '../formats/entry-ids.ts';
import { bringBlobs } from '../threads/blobs.ts';
import type { ReadDb } from '../threads/database.ts';
import { entryById } from '../threads/entries.ts';
import { entryNotFound } from '../threads/failures.ts';
import { beginImport, finishImport } from '../threads/import-thread.ts';
import { importedSeq, threadFacts } from '../threads/thread-rows.ts';
import { branchEntries, branchPages } from './read-branch.ts';
import { sliceWriter, type SliceDeps } from './slices.ts';

export type ForkDeps = SliceDeps & {
  readonly newId: () => string;
  /** Where the thread is, if not in the store that is written. */
  readonly from?: ReadDb;
};

const MAX_TITLE = 200;
const FORK_OF = /^(?:Fork|Side run) of /;

/**
 * Copies a branch up to `entryId`, and the notes about it, into a new thread: in slices, so that the loop stays free. A
 * run that was still at work there, or went on from there, reads as interrupted in the copy. Answers the new thread's id. Fails with
 * `thread_not_found`, `entry_not_found`, and what the store fails with; no part of it is shown then.
 */
export async function forkThread(deps: ForkDeps, threadId: string, entryId: string): Promise<Result<string>> {
  const { write, from = write, now, newId, pace } = deps;
  const facts = threadFacts(from, threadId);
  if (facts === undefined) return fail('thread_not_found', 'This thread does not exist any more');
  const { pages, count } = await branchPages(from, pace, threadId, entryId);
  if (count === 0) return { ok: false, error: entryNotFound().failure };
  const forkId = newId();
  const named = facts.title.replace(FORK_OF, '');
  const title = `${from === write ? 'Fork' : 'Side run'} of ${named}`.slice(0, MAX_TITLE);
  // A copy of a sub-agent's thread works for nobody.
  const own = {
    ...facts,
    title,
    titleBy: 'person',
    createdAt: now(),
    pinned: false,
    archived: false,
    spawnedBy: undefined,
  } as const;
  const begun = beginImport(write, forkId, now(), own);
  if (!begun.ok) return begun;
  const ids = idsOf(newId);
  const unfinished = new Map<string, string>();
  const lastImported = importedSeq(from, threadId);
  const writer = sliceWriter(deps, forkId);
  let seq = 0;
  let imported = 0;
  for await (const entry of branchEntries(from, pace, threadId, pages)) {
    // It ended elsewhere: where the fork ends, it can go on.
    if (entry.kind === 'run_finished' && entry.targetId === entryId && isMoved(from, entry)) continue;
    ids.add(entry.id);
    if (entry.runId !== undefined) ids.add(entry.runId);
    seq += 1;
    // What is moved to the end of the copy may be older.
    if (entry.seq <= lastImported && imported === seq - 1) imported = seq;
    const copiedFrom = { threadId, entryId: entry.id };
    const copy: Entry = { ...withIds(entry, forkId, ids.renamed), seq, copiedFrom };
    noteEnd(unfinished, copy);
    const brought = from === write ? ok(null) : bringBlobs(from, write, copy, now());
    if (!brought.ok) return brought;
    const written = await writer.add(copy);
    if (!written.ok) return written;
  }
  for (const [runId, targetId] of unfinished) {
    seq += 1;
    const stamp = { id: newId(), threadId: forkId, seq, at: now(), runId, v: ENTRY_VERSION };
    const written = await writer.add({ ...stamp, targetId, kind: 'run_finished', status: 'interrupted' });
    if (!written.ok) return written;
  }
  const rest = writer.flush();
  if (!rest.ok) return rest;
  const headId = ids.renamed.get(entryId) ?? null;
  const metadata = metadataWithIds(facts.metadata, ids.renamed);
  const finished = finishImport(write, [
    { threadId: forkId, facts: { ...own, headId, metadata }, copied: { imported } },
  ]);
  return finished.ok ? ok(forkId) : finished;
}

/** Whether a note stands in a branch for one that is about an entry of another. */
function isMoved(db: ReadDb, { id, targetId }: NoteEntry): boolean {
  const stored = entryById(db, id);
  return stored !== undefined && !isPathEntry(stored) && stored.targetId !== targetId;
}

function idsOf(newId: () => string) {
  const renamed = new Map<string, string>();
  return {
    renamed,
    add(id: string): void {
      if (!renamed.has(id)) renamed.set(id, newId());
    },
  };
}

/** Keeps the last path entry of each run that has not ended. */
function noteEnd(unfinished: Map<string, string>, entry: Entry): void {
  const { runId } = entry;
  if (runId === undefined) return;
  if (entry.kind === 'run_finished') unfinished.delete(runId);
  else if (entry.kind === 'run_started') unfinished.set(runId, entry.targetId);
  else if (isPathEntry(entry) && unfinished.has(runId)) unfinished.set(runId, entry.id);
}
