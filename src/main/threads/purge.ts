import { ok, type Result } from '../../shared/lib/result.ts';
import { FAMILY } from './children.ts';
import { connectionOf, reading, writing, type WriteDb } from './database.ts';
import { storeFailure } from './failures.ts';
import { inTransaction } from './in-transaction.ts';

const NEXT = reading<{ hiddenBefore: number }, { id: string }>(
  'threadToPurge',
  // First those that have no parent, and so NULL: their purge begins that of their sub-agents as well.
  'SELECT id FROM threads WHERE deleted_at < :hiddenBefore ORDER BY deleted_at, parent_thread_id LIMIT 1',
);

const BEGIN = writing<{ threadId: string }>(
  'beginPurge',
  `WITH RECURSIVE ${FAMILY} UPDATE threads SET purging = 1 WHERE id IN (SELECT id FROM family) AND purging = 0`,
);

/**
 * Begins to remove what was hidden before `hiddenBefore`: from then on nobody can bring it back. Answers the thread that
 * `purgeThreads` goes on with; none when nothing is due.
 */
export function beginPurge(db: WriteDb, hiddenBefore: number): Result<string | undefined> {
  return inTransaction(db, 'beginPurge', () => {
    const thread = NEXT.get(db, { hiddenBefore });
    if (thread !== undefined) BEGIN.run(db, { threadId: thread.id });
    return thread?.id;
  });
}

const DROP = writing<{ threadId: string }>(
  'dropThread',
  `WITH RECURSIVE ${FAMILY} UPDATE threads SET deleted_at = 0, purging = 1 WHERE id IN (SELECT id FROM family)`,
);

/** Gives a thread up at once, with those of its sub-agents: nobody can bring it back, and the next purge begins with it. */
export function dropThread(db: WriteDb, threadId: string): Result<null> {
  return inTransaction(db, 'dropThread', () => {
    DROP.run(db, { threadId });
    return null;
  });
}

/** The seq up to which the next slice goes; none when no entries are left. */
const SLICE = reading<{ threadId: string; limit: number }, { seq: number }>(
  'purgeSlice',
  `SELECT max(seq) AS seq FROM (SELECT seq FROM entries WHERE thread_id = :threadId ORDER BY seq LIMIT :limit)
   HAVING seq IS NOT NULL`,
);

const OLD_ENTRIES = 'SELECT id FROM entries WHERE thread_id = :threadId AND seq <= :seq';

const DELETE_SLICE = [
  `DELETE FROM nodes WHERE entry_id IN (${OLD_ENTRIES})`,
  `DELETE FROM plan_changes WHERE entry_id IN (${OLD_ENTRIES})`,
  'DELETE FROM spans WHERE thread_id = :threadId AND seq <= :seq',
  'DELETE FROM runs WHERE thread_id = :threadId AND seq <= :seq',
  'DELETE FROM entries WHERE thread_id = :threadId AND seq <= :seq',
].map((sql) => writing<{ threadId: string; seq: number }>('purgeEntries', sql));

const DELETE_THREAD = [
  'DELETE FROM summaries WHERE thread_id = :threadId',
  `DELETE FROM drafts WHERE key IN ('thread:' || :threadId, 'attachments:' || :threadId, 'todos:' || :threadId)`,
  // Edited messages: 'edit:<thread>:<entry>'. A semicolon comes right after a colon.
  `DELETE FROM drafts WHERE key >= 'edit:' || :threadId || ':' AND key < 'edit:' || :threadId || ';'`,
  // Its metadata and checkpoints go with it.
  'DELETE FROM threads WHERE id = :threadId',
].map((sql) => writing<{ threadId: string }>('purgeThread', sql));

export type Purged = {
  /** Ask again for the next slice. */
  readonly more: boolean;
};

/**
 * Removes for good what was hidden before `hiddenBefore` (ms since the epoch): no more than `maxEntries` entries of one
 * thread at a time. Once all is gone, no file of the store holds it any more; backups keep it until they rotate.
 */
export function purgeThreads(db: WriteDb, hiddenBefore: number, maxEntries: number): Result<Purged> {
  const result = inTransaction(db, 'purgeThreads', () => {
    const thread = NEXT.get(db, { hiddenBefore });
    if (thread === undefined) return { purged: false, more: false };
    const threadId = thread.id;
    BEGIN.run(db, { threadId });
    const slice = SLICE.get(db, { threadId, limit: maxEntries });
    if (slice === undefined) for (const statement of DELETE_THREAD) statement.run(db, { threadId });
    else for (const statement of DELETE_SLICE) statement.run(db, { threadId, seq: slice.seq });
    return { purged: true, more: slice !== undefined || NEXT.get(db, { hiddenBefore }) !== undefined };
  });
  if (!result.ok) return result;
  const { purged, more } = result.value;
  if (!purged || more) return ok({ more });
  const emptied = emptyLog(db);
  return emptied.ok ? ok({ more: false }) : emptied;
}

/** SQLite's log of changes still holds what was deleted. */
export function emptyLog(db: WriteDb): Result<null> {
  try {
    connectionOf(db).database.pragma('wal_checkpoint(TRUNCATE)');
    return ok(null);
  } catch (error) {
    return { ok: false, error: storeFailure(error) };
  }
}
