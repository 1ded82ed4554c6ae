import type { Result } from '../../shared/lib/result.ts';
import type { Entry } from '../../shared/thread/entry.ts';
import { useBlobs } from './blobs.ts';
import { FAMILY } from './children.ts';
import { reading, writing, type ReadDb, type WriteDb } from './database.ts';
import { deriveEntries } from './derived/derive.ts';
import { placeSummary, storeFirstSummary } from './derived/summaries.ts';
import { newestSeq } from './entries.ts';
import { insertEntry } from './entry-row.ts';
import { threadNotFound } from './failures.ts';
import { inTransaction } from './in-transaction.ts';
import { putMetadata } from './metadata.ts';
import type { ThreadFacts } from './thread-rows.ts';

const TAKEN = reading<{ ids: string }, { id: string }>(
  'takenIds',
  `SELECT wanted.value AS id FROM json_each(:ids) wanted
   WHERE EXISTS (SELECT 1 FROM entries WHERE id = wanted.value)
     OR EXISTS (SELECT 1 FROM runs WHERE id = wanted.value)
     OR EXISTS (SELECT 1 FROM threads WHERE id = wanted.value)`,
);

/** Those of `ids` that an entry, a run or a thread has already. */
export function takenIds(db: ReadDb, ids: readonly string[]): readonly string[] {
  return TAKEN.all(db, { ids: JSON.stringify(ids) }).map((row) => row.id);
}

const CREATE = writing<{
  id: string;
  at: number;
  createdAt: number;
  title: string;
  titleBy: string;
  parentThreadId: string | null;
  parentRunId: string | null;
  parentMessageId: string | null;
  parentCallId: string | null;
}>(
  'beginImport',
  `INSERT INTO threads
     (id, created_at, title, title_by, imported_seq, deleted_at, parent_thread_id, parent_run_id, parent_message_id,
      parent_call_id)
   VALUES
     (:id, :createdAt, :title, :titleBy, ${Number.MAX_SAFE_INTEGER}, :at, :parentThreadId, :parentRunId,
      :parentMessageId, :parentCallId)`,
);

/**
 * Begins a thread that comes from elsewhere. Until `finishImport` it is hidden like one that was deleted at the newest
 * slice's time: what is given up half-way, or cut off by a crash, is purged like those.
 */
export function beginImport(db: WriteDb, id: string, at: number, facts: ThreadFacts): Result<null> {
  return inTransaction(db, 'beginImport', () => {
    const { createdAt, title, titleBy, spawnedBy } = facts;
    CREATE.run(db, {
      id,
      at,
      createdAt,
      title,
      titleBy,
      parentThreadId: spawnedBy?.threadId ?? null,
      parentRunId: spawnedBy?.runId ?? null,
      parentMessageId: spawnedBy?.messageId ?? null,
      parentCallId: spawnedBy?.callId ?? null,
    });
    storeFirstSummary(db, id);
    return null;
  });
}

const KEEP = writing<{ threadId: string; at: number }>(
  'keepImport',
  `WITH RECURSIVE ${FAMILY}
   UPDATE threads SET deleted_at = :at WHERE id IN (SELECT id FROM family) AND purging = 0`,
);

/** Writes the next entries as they are: of the thread `rootId`, or of one that works for it. */
export function importEntries(
  db: WriteDb,
  { rootId, threadId }: { readonly rootId: string; readonly threadId: string },
  at: number,
  entries: readonly Entry[],
): Result<null> {
  return inTransaction(db, 'importEntries', () => {
    if (KEEP.run(db, { threadId: rootId, at }) === 0) throw threadNotFound();
    for (const entry of entries) insertEntry(db, entry);
    useBlobs(db, threadId, entries);
    deriveEntries(db, threadId, entries);
    return null;
  });
}

const FINISH = writing<{
  threadId: string;
  importedSeq: number;
  copiedSeq: number;
  pinned: number;
  archived: number;
  headId: string | null;
}>(
  'finishImport',
  `UPDATE threads SET deleted_at = NULL, imported_seq = :importedSeq, copied_seq = :copiedSeq, pinned = :pinned,
     archived = :archived, head_id = :headId
   WHERE id = :threadId AND purging = 0`,
);

export type ImportedThread = {
  readonly threadId: string;
  readonly facts: ThreadFacts;
  /** It is a copy of another thread's, of which so many entries came in from a file. */
  readonly copied?: { readonly imported: number };
};

/** Shows the threads, whole, all at once. */
export function finishImport(db: WriteDb, threads: readonly ImportedThread[]): Result<null> {
  return inTransaction(db, 'finishImport', () => {
    for (const { threadId, facts, copied } of threads) {
      const { pinned, archived, headId, metadata } = facts;
      const seq = newestSeq(db, threadId);
      const seqs = { importedSeq: copied?.imported ?? seq, copiedSeq: copied === undefined ? 0 : seq };
      const moved = FINISH.run(db, { threadId, ...seqs, pinned: Number(pinned), archived: Number(archived), headId });
      if (moved === 0) throw threadNotFound();
      for (const [key, value] of Object.entries(metadata)) putMetadata(db, threadId, key, value);
      placeSummary(db, threadId);
    }
    return null;
  });
}
