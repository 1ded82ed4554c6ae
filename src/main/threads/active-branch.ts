import type { Result } from '../../shared/lib/result.ts';
import { reading, writing, type ReadDb, type WriteDb } from './database.ts';
import { entryNotFound } from './failures.ts';
import { inTransaction } from './in-transaction.ts';

// A child is younger than its parent: asking for that makes every walk end, whatever a file holds.
const NEWEST_LEAF = reading<{ threadId: string; entryId: string }, { id: string }>(
  'newestLeafBelow',
  `WITH RECURSIVE walk (id, thread_id, seq, children) AS (
     SELECT entry_id, thread_id, seq, children FROM nodes WHERE entry_id = :entryId AND thread_id = :threadId
     UNION ALL
     SELECT n.entry_id, n.thread_id, n.seq, n.children
     FROM walk CROSS JOIN nodes n INDEXED BY nodes_parent
       ON n.thread_id = walk.thread_id AND n.parent_id = walk.id AND n.seq > walk.seq
   )
   SELECT id, max(seq) FROM walk WHERE children = 0`,
);

/** The end of the newest branch through an entry: the entry itself, where nothing hangs from it. */
export function newestLeafBelow(db: ReadDb, threadId: string, entryId: string): string | undefined {
  return NEWEST_LEAF.get(db, { threadId, entryId })?.id ?? undefined;
}

const MOVE_HEAD = writing<{ threadId: string; headId: string | null }>(
  'moveHead',
  'UPDATE threads SET head_id = :headId WHERE id = :threadId',
);

/** As part of a transaction. */
export function moveHead(db: WriteDb, threadId: string, headId: string | null): void {
  MOVE_HEAD.run(db, { threadId, headId });
}

/** Makes the newest branch through an entry the active one, and answers its leaf. Fails with `entry_not_found`. */
export function activateBranch(db: WriteDb, threadId: string, entryId: string): Result<string> {
  return inTransaction(db, 'activateBranch', () => {
    const leafId = newestLeafBelow(db, threadId, entryId);
    if (leafId === undefined) throw entryNotFound();
    moveHead(db, threadId, leafId);
    return leafId;
  });
}
