import type { Result } from '../../shared/lib/result.ts';
import type { ThreadSource } from '../../shared/thread/summary.ts';
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
  readonly metadata: ThreadMetadata;
};

const CREATE = writing<Omit<NewThread, 'source'> & { source: ThreadSource | null }>(
  'createThread',
  'INSERT INTO threads (id, created_at, title, title_by, source) VALUES (:id, :at, :title, :titleBy, :source)',
);

export function createThread(db: WriteDb, thread: NewThread): Result<null> {
  return inTransaction(db, 'createThread', () => {
    CREATE.run(db, { ...thread, source: thread.source ?? null });
    storeFirstSummary(db, thread.id);
    return null;
  });
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
  'UPDATE threads SET deleted_at = :deletedAt WHERE id = :threadId AND purging = 0',
);

/** Takes it out of every list. `at` says when, for `purgeThreads`. */
export function hideThread(db: WriteDb, threadId: string, at: number): Result<null> {
  return change(db, 'hideThread', threadId, () => HIDE.run(db, { threadId, deletedAt: at }));
}

/** Undoes `hideThread`; `thread_not_found` once its purge has begun. */
export function restoreThread(db: WriteDb, threadId: string): Result<null> {
  return change(db, 'restoreThread', threadId, () => HIDE.run(db, { threadId, deletedAt: null }));
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
};

const FACTS = reading<{ threadId: string }, FactsRow>(
  'threadFacts',
  `SELECT title, title_by, created_at, pinned, archived, head_id
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
