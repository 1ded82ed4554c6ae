import type { Result } from '../../shared/lib/result.ts';
import type { SpawnedBy } from '../../shared/thread/spawned-by.ts';
import type { ThreadSource } from '../../shared/thread/summary.ts';
import { FAMILY, familyOf, toSpawnedBy } from './children.ts';
import { reading, writing, type ReadDb, type WriteDb } from './database.ts';
import { placeSummary, storeFirstSummary } from './derived/summaries.ts';
import { threadNotFound } from './failures.ts';
import { inTransaction } from './in-transaction.ts';
import { threadMetadata, type ThreadMetadata } from './metadata.ts';

export type NewThread = {
  readonly id: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly title: string;
  readonly titleBy: 'auto' | 'person';
  /** Absent: the engine's own runs. */
  readonly source?: ThreadSource;
  /** Absent: no run has spawned it. */
  readonly spawnedBy?: SpawnedBy;
};

/** A thread's own row, but for its id. */
export type ThreadFacts = {
  readonly title: string;
  readonly titleBy: 'auto' | 'person';
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
  readonly pinned: boolean;
  readonly archived: boolean;
  readonly headId: string | null;
  readonly spawnedBy?: SpawnedBy;
  readonly metadata: ThreadMetadata;
};

const CREATE = writing<
  Omit<NewThread, 'source' | 'spawnedBy'> & {
    source: ThreadSource | null;
    parentThreadId: string | null;
    parentRunId: string | null;
    parentMessageId: string | null;
    parentCallId: string | null;
  }
>(
  'createThread',
  `INSERT INTO threads
     (id, created_at, title, title_by, source, parent_thread_id, parent_run_id, parent_message_id, parent_call_id)
   VALUES (:id, :at, :title, :titleBy, :source, :parentThreadId, :parentRunId, :parentMessageId, :parentCallId)`,
);

export function createThread(db: WriteDb, thread: NewThread): Result<null> {
  return inTransaction(db, 'createThread', () => {
    insertThread(db, thread);
    return null;
  });
}

/** Part of a transaction. */
export function insertThread(db: WriteDb, { source, spawnedBy, ...thread }: NewThread): void {
  CREATE.run(db, {
    ...thread,
    source: source ?? null,
    parentThreadId: spawnedBy?.threadId ?? null,
    parentRunId: spawnedBy?.runId ?? null,
    parentMessageId: spawnedBy?.messageId ?? null,
    parentCallId: spawnedBy?.callId ?? null,
  });
  storeFirstSummary(db, thread.id);
}

const RENAME = writing<{ threadId: string; title: string }>(
  'renameThread',
  `UPDATE threads SET title = :title, title_by = 'person' WHERE id = :threadId AND purging = 0`,
);

/** A person's own title, which nothing but the person replaces. */
export function renameThread(db: WriteDb, threadId: string, title: string): Result<null> {
  return change(db, 'renameThread', threadId, () => RENAME.run(db, { threadId, title }));
}

const PIN = writing<{ threadId: string; pinned: number }>(
  'setPinned',
  'UPDATE threads SET pinned = :pinned WHERE id = :threadId AND purging = 0',
);

export function setPinned(db: WriteDb, threadId: string, pinned: boolean): Result<null> {
  return change(db, 'setPinned', threadId, () => PIN.run(db, { threadId, pinned: Number(pinned) }));
}

const ARCHIVE = writing<{ threadId: string; archived: number }>(
  'setArchived',
  'UPDATE threads SET archived = :archived WHERE id = :threadId AND purging = 0',
);

export function setArchived(db: WriteDb, threadId: string, archived: boolean): Result<null> {
  return change(db, 'setArchived', threadId, () => ARCHIVE.run(db, { threadId, archived: Number(archived) }));
}

const HIDE = writing<{ threadId: string; deletedAt: number | null }>(
  'hideThread',
  `WITH RECURSIVE ${FAMILY}
   UPDATE threads SET deleted_at = :deletedAt WHERE id IN (SELECT id FROM family) AND purging = 0`,
);

/** Takes it out of every list, with the threads of its sub-agents. `at` says when, for `purgeThreads`. */
export function hideThread(db: WriteDb, threadId: string, at: number): Result<null> {
  return hide(db, 'hideThread', threadId, at);
}

/** Undoes `hideThread`; `thread_not_found` once its purge has begun. */
export function restoreThread(db: WriteDb, threadId: string): Result<null> {
  return hide(db, 'restoreThread', threadId, null);
}

function hide(db: WriteDb, name: string, threadId: string, deletedAt: number | null): Result<null> {
  return inTransaction(db, name, () => {
    if (HIDE.run(db, { threadId, deletedAt }) === 0) throw threadNotFound();
    for (const id of familyOf(db, threadId)) placeSummary(db, id);
    return null;
  });
}

function change(db: WriteDb, name: string, threadId: string, update: () => number): Result<null> {
  return inTransaction(db, name, () => {
    if (update() === 0) throw threadNotFound();
    placeSummary(db, threadId);
    return null;
  });
}

type FactsRow = {
  readonly title: string;
  readonly title_by: 'auto' | 'person';
  readonly created_at: number;
  readonly pinned: number;
  readonly archived: number;
  readonly head_id: string | null;
  readonly parent_thread_id: string | null;
  readonly parent_run_id: string | null;
  readonly parent_message_id: string | null;
  readonly parent_call_id: string | null;
};

const FACTS = reading<{ threadId: string }, FactsRow>(
  'threadFacts',
  `SELECT title, title_by, created_at, pinned, archived, head_id, parent_thread_id, parent_run_id,
     parent_message_id, parent_call_id
   FROM threads WHERE id = :threadId AND deleted_at IS NULL`,
);

/** All that a thread's row says of it; `undefined` of one that is hidden or not there. */
export function threadFacts(db: ReadDb, threadId: string): ThreadFacts | undefined {
  const row = FACTS.get(db, { threadId });
  if (row === undefined) return undefined;
  return {
    title: row.title,
    titleBy: row.title_by,
    createdAt: row.created_at,
    pinned: row.pinned === 1,
    archived: row.archived === 1,
    headId: row.head_id,
    spawnedBy: toSpawnedBy(row),
    metadata: threadMetadata(db, threadId),
  };
}

const HEAD = reading<{ threadId: string }, { head_id: string | null }>(
  'headOf',
  'SELECT head_id FROM threads WHERE id = :threadId',
);

/** The leaf of the active branch: `null` of a thread without entries, `undefined` where there is no thread. */
export function headOf(db: ReadDb, threadId: string): string | null | undefined {
  return HEAD.get(db, { threadId })?.head_id;
}

const SOURCE = reading<{ threadId: string }, { source: ThreadSource | null }>(
  'sourceOf',
  'SELECT source FROM threads WHERE id = :threadId',
);

/** Where a thread comes from; `undefined` of one of the engine's own, or none. */
export function sourceOf(db: ReadDb, threadId: string): ThreadSource | undefined {
  return SOURCE.get(db, { threadId })?.source ?? undefined;
}

const IMPORTED = reading<{ threadId: string }, { imported_seq: number }>(
  'importedSeq',
  'SELECT imported_seq FROM threads WHERE id = :threadId',
);

/** The seq of the last entry that came in from a file; 0 where none did. */
export function importedSeq(db: ReadDb, threadId: string): number {
  return IMPORTED.get(db, { threadId })?.imported_seq ?? 0;
}
