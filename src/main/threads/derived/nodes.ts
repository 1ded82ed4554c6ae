import { NO_USAGE, usageFold } from '../../../shared/run/usage.ts';
import { callIn, type Entry, type PathEntry, type ToolResultBody } from '../../../shared/thread/entry.ts';
import type { ToolCall } from '../../../shared/thread/tool-call.ts';
import { type Plan, planIn, planProgress } from '../../../shared/todos/plan.ts';
import { reading, writing, type WriteDb } from '../database.ts';
import { entryById } from '../entries.ts';
import { toUsage } from '../run-row.ts';

const PARENT = reading<{ id: string }, { depth: number; plan_entry_id: string | null; run_id: string | null }>(
  'parentNode',
  'SELECT depth, plan_entry_id, run_id FROM nodes WHERE entry_id = :id',
);

const GROW = writing<{ id: string }>('growNode', 'UPDATE nodes SET children = children + 1 WHERE entry_id = :id');

const INSERT = writing<{
  entryId: string;
  threadId: string;
  seq: number;
  kind: string;
  parentId: string | null;
  depth: number;
  planEntryId: string | null;
  runId: string | null;
}>(
  'insertNode',
  `INSERT INTO nodes (entry_id, thread_id, seq, kind, parent_id, depth, children, plan_entry_id, run_id)
   VALUES (:entryId, :threadId, :seq, :kind, :parentId, :depth, 0, :planEntryId, :runId)`,
);

const INSERT_PLAN = writing<{
  entryId: string;
  threadId: string;
  seq: number;
  at: number;
  previousId: string | null;
  done: number;
  total: number;
  plan: string;
}>(
  'insertPlanChange',
  `INSERT INTO plan_changes (entry_id, thread_id, seq, at, previous_id, done, total, plan)
   VALUES (:entryId, :threadId, :seq, :at, :previousId, :done, :total, :plan)`,
);

const PLAN = reading<{ entryId: string }, { plan: string }>(
  'planOfEntry',
  'SELECT plan FROM plan_changes WHERE entry_id = :entryId',
);

function planOf(db: WriteDb, entryId: string): Plan | undefined {
  const row = PLAN.get(db, { entryId });
  return row && (JSON.parse(row.plan) as Plan);
}

function callOf(db: WriteDb, { messageId, callId }: ToolResultBody): ToolCall | undefined {
  const message = entryById(db, messageId);
  return message && callIn(message, callId);
}

/** Hangs a path entry into the tree, and notes the plan that it wrote. */
export function stepNodes(db: WriteDb, entry: PathEntry): void {
  const { id: entryId, threadId, seq, kind, at, parentId } = entry;
  const parent = parentId === null ? undefined : PARENT.get(db, { id: parentId });
  const previousId = parent?.plan_entry_id ?? null;
  const plan = planIn(entry, {
    plan: () => (previousId === null ? undefined : planOf(db, previousId)),
    call: (result) => callOf(db, result),
  });
  if (parentId !== null) GROW.run(db, { id: parentId });
  INSERT.run(db, {
    entryId,
    threadId,
    seq,
    kind,
    parentId,
    depth: parent === undefined ? 0 : parent.depth + 1,
    planEntryId: plan === undefined ? previousId : entryId,
    runId: entry.runId ?? parent?.run_id ?? null,
  });
  if (plan === undefined) return;
  const progress = planProgress(plan);
  INSERT_PLAN.run(db, { entryId, threadId, seq, at, previousId, ...progress, plan: JSON.stringify(plan) });
}

const LABEL = writing<{ id: string; label: string | null }>(
  'labelNode',
  'UPDATE nodes SET label = :label WHERE entry_id = :id',
);

const USAGE = reading<{ id: string }, { usage: string | null }>(
  'usageOfNode',
  'SELECT usage FROM nodes WHERE entry_id = :id',
);

const CHARGE = writing<{ id: string; usage: string }>(
  'chargeNode',
  'UPDATE nodes SET usage = :usage WHERE entry_id = :id',
);

/** What notes say of a path entry: its name, of which the newest counts and an empty one takes it away, and its model calls. */
export function stepNodeNotes(db: WriteDb, entry: Entry): void {
  if (entry.kind === 'label') LABEL.run(db, { id: entry.targetId, label: entry.label === '' ? null : entry.label });
  if (entry.kind !== 'usage') return;
  const known = USAGE.get(db, { id: entry.targetId })?.usage ?? null;
  const usage = usageFold.step(known === null ? NO_USAGE : toUsage(known), entry);
  // A copy was paid for elsewhere.
  if (usage.calls > 0) CHARGE.run(db, { id: entry.targetId, usage: JSON.stringify(usage) });
}
