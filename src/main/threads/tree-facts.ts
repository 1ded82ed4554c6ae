import { must } from '../../shared/lib/assert.ts';
import type { RunStatus } from '../../shared/run/status.ts';
import type { TreeRun } from '../../shared/thread/branch-tree.ts';
import { lineOf } from '../../shared/thread/entry-line.ts';
import type { Stretch, StretchShape } from '../../shared/thread/stretch.ts';
import type { TreeChild } from '../../shared/thread/step-tree.ts';
import { markOf, MARKED_KINDS, type TreeMark } from '../../shared/thread/tree-mark.ts';
import type { PlanProgress } from '../../shared/todos/plan.ts';
import type { Pace } from '../lib/pace.ts';
import { reading, type ReadDb } from './database.ts';
import { COLUMNS_OF_E, toPathEntry, type EntryRow } from './entry-row.ts';
import type { StoredNode } from './tree-nodes.ts';

type EndRow = EntryRow & { readonly done: number | null; readonly total: number | null };

const ENDS = reading<{ ids: string }, EndRow>(
  'endsOfStretches',
  `SELECT ${COLUMNS_OF_E}, p.done, p.total
   FROM json_each(:ids) wanted CROSS JOIN nodes n ON n.entry_id = wanted.value
     CROSS JOIN entries e ON e.id = n.entry_id
     LEFT JOIN plan_changes p ON p.entry_id = n.plan_entry_id`,
);

/** Entries whose bodies are read in one go: a few ms, unless they are long. */
const AT_ONCE = 50;

type End = { readonly at: number; readonly line: string; readonly plan?: PlanProgress };

type Ends = {
  readonly of: (shape: StretchShape) => Pick<Stretch, 'at' | 'first' | 'last' | 'plan'>;
  readonly marks: readonly TreeMark[];
};

/** What the first and the last entries of stretches say, and what is marked between them. */
export async function readEnds(
  db: ReadDb,
  shapes: readonly StretchShape[],
  nodes: readonly StoredNode[],
  { breathe }: Pace,
): Promise<Ends> {
  const marked = nodes.filter(({ kind }) => MARKED_KINDS.has(kind)).map(({ id }) => id);
  const ids = [...new Set([...shapes.flatMap(({ firstId, lastId }) => [firstId, lastId]), ...marked])];
  const ends = new Map<string, End>();
  const marks: TreeMark[] = [];
  for (let from = 0; from < ids.length; from += AT_ONCE) {
    for (const row of ENDS.all(db, { ids: JSON.stringify(ids.slice(from, from + AT_ONCE)) })) {
      const entry = toPathEntry(row);
      const mark = markOf(entry);
      if (mark !== undefined) marks.push(mark);
      const plan = row.done === null || row.total === null ? {} : { plan: { done: row.done, total: row.total } };
      ends.set(entry.id, { at: entry.at, line: lineOf(entry), ...plan });
    }
    await breathe();
  }
  const endOf = (id: string): End => must(ends.get(id), `entry ${id}`);
  return {
    of({ firstId, lastId }) {
      const { line: last, ...end } = endOf(lastId);
      return { ...end, first: endOf(firstId).line, last };
    },
    marks,
  };
}

const CHILDREN = reading<{ threadId: string }, { id: string; message_id: string; agent: string | null }>(
  'childrenInTree',
  `SELECT t.id, t.parent_message_id AS message_id,
     (SELECT r.agent_name FROM runs r INDEXED BY runs_thread WHERE r.thread_id = t.id ORDER BY r.seq LIMIT 1) AS agent
   FROM threads t WHERE t.parent_thread_id = :threadId AND t.deleted_at IS NULL AND t.parent_message_id IS NOT NULL`,
);

/** Of the sub-agents that work for a thread. */
export function childMarks(db: ReadDb, threadId: string): readonly TreeChild[] {
  return CHILDREN.all(db, { threadId }).map(({ id, message_id: entryId, agent }) => ({
    kind: 'subagent',
    entryId,
    threadId: id,
    ...(agent === null ? {} : { agent }),
  }));
}

type RunRow = {
  readonly id: string;
  readonly seq: number;
  readonly tip_id: string;
  readonly side: number;
  readonly agent_name: string;
  readonly model: string;
  readonly status: RunStatus;
  readonly asking: string;
};

const COLUMNS_OF_R = 'r.id, r.seq, r.tip_id, r.side, r.agent_name, r.model, r.status, r.asking';

const RUNS = reading<{ threadId: string }, RunRow>(
  'runsInTree',
  `SELECT ${COLUMNS_OF_R} FROM runs r INDEXED BY runs_thread WHERE r.thread_id = :threadId ORDER BY r.seq`,
);

/** All runs of a thread, in the order in which they started. */
export function runsFrom(db: ReadDb, threadId: string): readonly TreeRun[] {
  return RUNS.all(db, { threadId }).map(toTreeRun);
}

const SOME_RUNS = reading<{ threadId: string; ids: string }, RunRow>(
  'someRunsInTree',
  `SELECT ${COLUMNS_OF_R} FROM json_each(:ids) wanted CROSS JOIN runs r ON r.id = wanted.value
   WHERE r.thread_id = :threadId`,
);

const SIDE_RUNS = reading<{ threadId: string }, { id: string }>(
  'sideRunsInTree',
  'SELECT id FROM runs INDEXED BY runs_thread WHERE thread_id = :threadId AND side = 1',
);

/** Ids of those that were started beside the active branch. */
export function sideRuns(db: ReadDb, threadId: string): ReadonlySet<string> {
  return new Set(SIDE_RUNS.all(db, { threadId }).map(({ id }) => id));
}

type ChangeRow = {
  readonly id: string;
  readonly kind: string;
  readonly target_id: string | null;
  readonly run_id: string | null;
};

const CHANGES = reading<{ threadId: string; after: number; upTo: number }, ChangeRow>(
  'changesOfTree',
  `SELECT id, kind, target_id, run_id FROM entries
   WHERE thread_id = :threadId AND seq > :after AND seq <= :upTo ORDER BY seq`,
);

/** Notes that change the stretch of their target. A started tool may be a sub-agent. */
const CHANGING_NOTES: ReadonlySet<string> = new Set(['label', 'usage', 'tool_started']);

export type TreeChanges = {
  /** Entries whose stretches are others now, or new. */
  readonly ids: ReadonlySet<string>;
  readonly runs: readonly TreeRun[];
};

/** What the entries of a range of seqs have changed. */
export function changesSince(db: ReadDb, threadId: string, after: number, upTo: number): TreeChanges {
  const rows = CHANGES.all(db, { threadId, after, upTo });
  const ids = rows.flatMap(({ id, kind, target_id: targetId }) => {
    if (targetId === null) return [id];
    return CHANGING_NOTES.has(kind) ? [targetId] : [];
  });
  // A run that a program has not named has the id of its first note.
  const runIds = new Set(rows.flatMap(({ id, kind, run_id: runId }) => runId ?? (kind === 'run_started' ? id : [])));
  const runs = SOME_RUNS.all(db, { threadId, ids: JSON.stringify([...runIds]) }).map(toTreeRun);
  return { ids: new Set(ids), runs: runs.sort((a, b) => a.seq - b.seq) };
}

function toTreeRun(row: RunRow): TreeRun {
  return {
    id: row.id,
    seq: row.seq,
    tipId: row.tip_id,
    ...(row.side === 1 ? { side: true } : {}),
    agent: row.agent_name,
    model: row.model,
    status: row.status,
    asking: JSON.parse(row.asking) as readonly string[],
  };
}
