import { setImmediate } from 'node:timers/promises';
import { reading, type ReadDb } from './database.ts';

/** A path entry's place in the tree, without what is in it. */
export type Place = {
  readonly id: string;
  readonly parentId: string | null;
  readonly seq: number;
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
   SELECT id, parent_id AS parentId, seq, children FROM walk`,
);

const ON_BRANCH = reading<{ threadId: string; entryId: string; leafId: string }, { found: 1 }>(
  'isOnBranch',
  `WITH RECURSIVE walk (id, parent_id, seq, until) AS (
     SELECT leaf.entry_id, leaf.parent_id, leaf.seq, wanted.seq FROM nodes leaf CROSS JOIN nodes wanted
     WHERE leaf.entry_id = :leafId AND leaf.thread_id = :threadId
       AND wanted.entry_id = :entryId AND wanted.thread_id = :threadId
     UNION ALL
     SELECT n.entry_id, n.parent_id, n.seq, walk.until
     FROM walk CROSS JOIN nodes n ON n.entry_id = walk.parent_id
     WHERE n.thread_id = :threadId AND n.seq < walk.seq AND n.seq >= walk.until
   )
   SELECT 1 AS found FROM walk WHERE id = :entryId`,
);

/** Whether the branch that ends at `leafId` holds the path entry. */
export function isOnBranch(db: ReadDb, threadId: string, entryId: string, leafId: string): boolean {
  return ON_BRANCH.get(db, { threadId, entryId, leafId }) !== undefined;
}

/** Entries that are walked in one turn of the loop. */
const SLICE = 500;

/** `from` and all that is above it, nearest first, in slices to pause between. It ends, whatever a file holds. */
export function* walkUp(db: ReadDb, threadId: string, from: string): Generator<readonly Place[], void> {
  let above = Number.POSITIVE_INFINITY;
  for (let next: string | null = from; next !== null; ) {
    const places: readonly Place[] = UP.all(db, { threadId, from: next, limit: SLICE });
    const [first, last] = [places[0], places.at(-1)];
    // A parent is older than its child.
    if (first === undefined || last === undefined || first.seq >= above) return;
    yield places;
    above = last.seq;
    next = last.parentId;
  }
}

/** The path entries of a branch, for branches of any length: others have their turn in between. */
export async function idsOnBranch(db: ReadDb, threadId: string, leafId: string): Promise<ReadonlySet<string>> {
  const ids = new Set<string>();
  for (const places of walkUp(db, threadId, leafId)) {
    for (const { id } of places) ids.add(id);
    await setImmediate();
  }
  return ids;
}
