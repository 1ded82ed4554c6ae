import { reading, type ReadDb } from './database.ts';

/** A path entry's place in the tree, without what is in it. */
export type Place = {
  readonly id: string;
  readonly parentId: string | null;
  /** How many entries hang from it. */
  readonly children: number;
};

const UP = reading<{ threadId: string; from: string; limit: number }, Place>(
  'walkUp',
  `WITH RECURSIVE walk (id, thread_id, parent_id, seq, children) AS (
     SELECT entry_id, thread_id, parent_id, seq, children FROM nodes
     WHERE entry_id = :from AND thread_id = :threadId
     UNION ALL
     SELECT n.entry_id, n.thread_id, n.parent_id, n.seq, n.children
     FROM walk CROSS JOIN nodes n ON n.entry_id = walk.parent_id
     WHERE n.thread_id = walk.thread_id AND n.seq < walk.seq
     LIMIT :limit
   )
   SELECT id, parent_id AS parentId, children FROM walk`,
);

/** `from` and what is above it, nearest first. */
export function walkUp(db: ReadDb, threadId: string, from: string, limit: number): readonly Place[] {
  return UP.all(db, { threadId, from, limit });
}
