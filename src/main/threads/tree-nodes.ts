import type { PathEntry } from '../../shared/thread/entry.ts';
import type { TreeNode } from '../../shared/thread/stretch.ts';
import type { Pace } from '../lib/pace.ts';
import { reading, type ReadDb } from './database.ts';
import { toUsage } from './run-row.ts';

/** `children`: how many entries hang from it. */
export type StoredNode = TreeNode & { readonly children: number };

type NodeRow = {
  readonly id: string;
  readonly parent_id: string | null;
  readonly seq: number;
  readonly kind: PathEntry['kind'];
  readonly children: number;
  readonly run_id: string | null;
  readonly label: string | null;
  readonly usage: string | null;
};

const COLUMNS_OF_N = 'n.entry_id AS id, n.parent_id, n.seq, n.kind, n.children, n.run_id, n.label, n.usage';

/** Nodes that are read in one turn of the loop: about 4 ms of it. */
const SLICE = 500;

const PAGE = reading<{ threadId: string; after: number; upTo: number; limit: number }, NodeRow>(
  'nodePage',
  `SELECT ${COLUMNS_OF_N} FROM nodes n INDEXED BY nodes_order
   WHERE n.thread_id = :threadId AND n.seq > :after AND n.seq <= :upTo ORDER BY n.seq LIMIT :limit`,
);

/** The nodes of a whole thread up to a seq, in order. */
export async function nodesUpTo(
  db: ReadDb,
  threadId: string,
  upTo: number,
  { breathe }: Pace,
): Promise<readonly StoredNode[]> {
  const nodes: StoredNode[] = [];
  for (let after = 0; ; ) {
    const rows = PAGE.all(db, { threadId, after, upTo, limit: SLICE });
    for (const row of rows) nodes.push(toNode(row));
    const last = rows.at(-1);
    if (last === undefined || rows.length < SLICE) return nodes;
    after = last.seq;
    await breathe();
  }
}

type Walk = { threadId: string; from: string; limit: number };

// A parent is older than its child: asking for that makes every walk end, whatever a file holds.
const UP = reading<Walk, NodeRow>(
  'stretchAbove',
  `WITH RECURSIVE walk (id, parent_id, seq) AS (
     SELECT entry_id, parent_id, seq FROM nodes WHERE entry_id = :from AND thread_id = :threadId
     UNION ALL
     SELECT p.entry_id, p.parent_id, p.seq FROM walk CROSS JOIN nodes p ON p.entry_id = walk.parent_id
     WHERE p.thread_id = :threadId AND p.children = 1 AND p.seq < walk.seq
     LIMIT :limit
   )
   SELECT ${COLUMNS_OF_N} FROM walk CROSS JOIN nodes n ON n.entry_id = walk.id`,
);

const DOWN = reading<Walk, NodeRow>(
  'stretchBelow',
  `WITH RECURSIVE walk (id, seq, children) AS (
     SELECT entry_id, seq, children FROM nodes WHERE entry_id = :from AND thread_id = :threadId
     UNION ALL
     SELECT c.entry_id, c.seq, c.children
     FROM walk CROSS JOIN nodes c INDEXED BY nodes_parent
       ON walk.children = 1 AND c.thread_id = :threadId AND c.parent_id = walk.id AND c.seq > walk.seq
     LIMIT :limit
   )
   SELECT ${COLUMNS_OF_N} FROM walk CROSS JOIN nodes n ON n.entry_id = walk.id`,
);

const PLACE = reading<{ threadId: string; id: string }, NodeRow & { readonly first_child: string | null }>(
  'aroundNode',
  `SELECT ${COLUMNS_OF_N}, iif(n.children > 1, (SELECT c.entry_id FROM nodes c INDEXED BY nodes_parent
     WHERE c.thread_id = n.thread_id AND c.parent_id = n.entry_id ORDER BY c.seq LIMIT 1), NULL) AS first_child
   FROM nodes n WHERE n.entry_id = :id AND n.thread_id = :threadId`,
);

/**
 * Brings whole stretches to `known`, or up to date there: those of the entries, those that these hang from, and what went on
 * there before a second entry made it a fork. Answers entries of each of them. What is known already is not walked again.
 */
export async function nodesAround(
  db: ReadDb,
  threadId: string,
  entryIds: Iterable<string>,
  known: Map<string, StoredNode>,
  { breathe }: Pace,
): Promise<ReadonlySet<string>> {
  const touched = new Set<string>();

  async function walk(from: string, direction: typeof UP): Promise<void> {
    for (let next: string | undefined = from; next !== undefined; await breathe()) {
      const rows: readonly NodeRow[] = direction.all(db, { threadId, from: next, limit: SLICE });
      for (const row of rows) known.set(row.id, toNode(row));
      next = rows.length < SLICE ? undefined : rows.at(-1)?.id;
    }
  }

  async function take(row: NodeRow | undefined, goesOn: boolean): Promise<void> {
    if (row === undefined) return;
    touched.add(row.id);
    if (known.has(row.id) || goesOn) known.set(row.id, toNode(row));
    else {
      await walk(row.id, UP);
      await walk(row.id, DOWN);
    }
  }

  const placeOf = (id: string | null | undefined) => (id == null ? undefined : PLACE.get(db, { threadId, id }));
  for (const id of entryIds) {
    const place = placeOf(id);
    const above = placeOf(place?.parent_id);
    // Of a stretch that is known only entries are missing that came to its end, and each of them is told of.
    await take(place, above?.children === 1 && known.has(above.id));
    await take(above, false);
    await take(placeOf(above?.first_child), false);
    await breathe();
  }
  return touched;
}

function toNode({ id, parent_id: parentId, seq, kind, children, run_id: runId, label, usage }: NodeRow): StoredNode {
  return {
    id,
    parentId,
    seq,
    kind,
    children,
    ...(runId === null ? {} : { runId }),
    ...(label === null ? {} : { label }),
    ...(usage === null ? {} : { usage: toUsage(usage) }),
  };
}
