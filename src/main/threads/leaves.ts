import type { BranchLeaf } from '../../shared/thread/branch-leaf.ts';
import { lineOf } from '../../shared/thread/entry-line.ts';
import { reading, type ReadDb } from './database.ts';
import { COLUMNS_OF_E, toPathEntry, type EntryRow } from './entry-row.ts';

type LeafRow = EntryRow & {
  readonly label: string | null;
  readonly done: number | null;
  readonly total: number | null;
  readonly active: number;
};

const PLAN = 'LEFT JOIN plan_changes p ON p.entry_id = n.plan_entry_id';

// A label names what is the branch's own: it is looked for up to where the branch leaves the others.
const SELECT = `SELECT ${COLUMNS_OF_E}, p.done, p.total, n.entry_id IS t.head_id AS active,
     (WITH RECURSIVE walk (thread_id, parent_id, seq, label) AS (
        VALUES (n.thread_id, n.parent_id, n.seq, n.label)
        UNION ALL
        SELECT u.thread_id, u.parent_id, u.seq, u.label
        FROM walk CROSS JOIN nodes u ON u.entry_id = walk.parent_id
        WHERE walk.label IS NULL AND u.children = 1 AND u.thread_id = walk.thread_id AND u.seq < walk.seq
      )
      SELECT label FROM walk WHERE label IS NOT NULL) AS label`;

const PAGE = reading<{ threadId: string; before: number; limit: number }, LeafRow>(
  'leafPage',
  `${SELECT} FROM threads t CROSS JOIN nodes n INDEXED BY nodes_leaves ON n.thread_id = t.id AND n.children = 0
     CROSS JOIN entries e ON e.id = n.entry_id
     ${PLAN}
   WHERE t.id = :threadId AND n.seq < :before
   ORDER BY n.seq DESC LIMIT :limit`,
);

const AT = reading<{ threadId: string; entryId: string }, LeafRow>(
  'leafAt',
  `${SELECT} FROM threads t CROSS JOIN nodes n ON n.entry_id = :entryId AND n.thread_id = t.id
     CROSS JOIN entries e ON e.id = n.entry_id
     ${PLAN}
   WHERE t.id = :threadId`,
);

/** The branch that ends at an entry. */
export function leafAt(db: ReadDb, threadId: string, entryId: string): BranchLeaf | undefined {
  const row = AT.get(db, { threadId, entryId });
  return row && toLeaf(row);
}

export type LeafPage = { readonly leaves: readonly BranchLeaf[]; readonly hasMore: boolean };

/** The ends of a thread's branches, newest first, from before a seq on. */
export function leafPage(db: ReadDb, threadId: string, limit: number, before = Number.MAX_SAFE_INTEGER): LeafPage {
  const rows = PAGE.all(db, { threadId, before, limit: limit + 1 });
  return { leaves: rows.slice(0, limit).map(toLeaf), hasMore: rows.length > limit };
}

function toLeaf(row: LeafRow): BranchLeaf {
  const { done, total, label } = row;
  return {
    entryId: row.id,
    seq: row.seq,
    at: row.at,
    line: lineOf(toPathEntry(row)),
    active: row.active === 1,
    ...(label === null ? {} : { label }),
    ...(done === null || total === null ? {} : { plan: { done, total } }),
  };
}
