import type { WorkspaceCopy } from '../../shared/run/agent.ts';
import type { RunStatus } from '../../shared/run/status.ts';
import { addUsage, NO_USAGE, type UsageTotal } from '../../shared/run/usage.ts';
import type { ThreadSource, ThreadSummary } from '../../shared/thread/summary.ts';
import { toSpawnedBy } from './children.ts';
import { reading, type ReadDb } from './database.ts';
import { RUN_AT_N, toFailure, toUsage } from './run-row.ts';

export type SummaryRow = {
  readonly id: string;
  readonly title: string;
  readonly created_at: number;
  readonly updated_at: number;
  readonly source: ThreadSource | null;
  readonly pinned: number;
  readonly archived: number;
  readonly usage: string;
  readonly rank: number;
  readonly parent_thread_id: string | null;
  readonly parent_run_id: string | null;
  readonly parent_message_id: string | null;
  readonly parent_call_id: string | null;
  readonly parent_title: string | null;
  /** JSON: of the threads below it, their usage and what their newest runs do. */
  readonly below: string;
  readonly run_id: string | null;
  readonly status: RunStatus | null;
  readonly agent_name: string | null;
  readonly agent_id: string | null;
  readonly model: string | null;
  readonly workspace: string | null;
  readonly copy: string | null;
  /** The tip of a run that works on another branch. */
  readonly side_tip_id: string | null;
  readonly imported: number | null;
  readonly started_at: number | null;
  readonly finished_at: number | null;
  readonly error: string | null;
  readonly done: number | null;
  readonly total: number | null;
};

/** `SELECT` threads as `SummaryRow`s; what follows may narrow them by `s`, `t`, `r` and `p`. */
export const SELECT_SUMMARY = `
  SELECT t.id, t.title, t.created_at, s.updated_at, t.source, t.pinned, t.archived, s.usage, s.rank,
    r.id AS run_id, iif(r.id IS b.id, NULL, r.tip_id) AS side_tip_id, r.seq <= t.imported_seq AS imported, r.status,
    r.agent_name, r.agent_id, r.model, r.workspace, r.copy, r.started_at, r.finished_at, r.error, p.done, p.total,
    t.parent_thread_id, t.parent_run_id, t.parent_message_id, t.parent_call_id,
    (SELECT title FROM threads WHERE id = t.parent_thread_id) AS parent_title,
    (WITH RECURSIVE below (id) AS (
       SELECT id FROM threads WHERE parent_thread_id = s.thread_id
       UNION
       SELECT c.id FROM below CROSS JOIN threads c ON c.parent_thread_id = below.id
     )
     SELECT json_group_array(json_object('usage', json(u.usage), 'asks', EXISTS (
       SELECT 1 FROM runs w INDEXED BY runs_working
       WHERE w.thread_id = below.id AND w.finished_at IS NULL AND w.status = 'waiting')))
     FROM below CROSS JOIN summaries u ON u.thread_id = below.id) AS below
  FROM summaries s CROSS JOIN threads t ON t.id = s.thread_id
    LEFT JOIN nodes n ON n.entry_id = t.head_id
    LEFT JOIN plan_changes p ON p.entry_id = n.plan_entry_id
    LEFT JOIN runs b ON b.id = ${RUN_AT_N}
    LEFT JOIN runs r ON r.id = CASE WHEN b.id IS NOT NULL AND b.finished_at IS NULL THEN b.id ELSE coalesce(
      (SELECT w.id FROM runs w INDEXED BY runs_working WHERE w.thread_id = t.id AND w.finished_at IS NULL
       ORDER BY w.seq DESC LIMIT 1), b.id) END`;

type Below = { readonly usage: UsageTotal; readonly asks: 0 | 1 };

export function toSummary(row: SummaryRow): ThreadSummary {
  const below = JSON.parse(row.below) as readonly Below[];
  const usageBelow = below.length === 0 ? undefined : below.map(({ usage }) => usage).reduce(addUsage, NO_USAGE);
  const own = toUsage(row.usage);
  const spawnedBy = toSpawnedBy(row);
  const status = row.status ?? 'idle';
  const asks = status === 'running' && below.some((child) => child.asks === 1);
  return {
    id: row.id,
    title: row.title,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    source: row.source ?? undefined,
    spawnedBy: spawnedBy && { ...spawnedBy, title: row.parent_title ?? '' },
    pinned: row.pinned === 1,
    archived: row.archived === 1,
    runId: row.run_id ?? undefined,
    side: row.side_tip_id === null ? undefined : { entryId: row.side_tip_id },
    status: asks ? 'waiting' : status,
    agent: row.agent_name ?? undefined,
    agentId: row.agent_id ?? undefined,
    model: row.model ?? undefined,
    workspace: row.workspace ?? undefined,
    imported: row.imported === 1 ? true : undefined,
    copy: row.copy === null || row.imported === 1 ? undefined : (JSON.parse(row.copy) as WorkspaceCopy),
    startedAt: row.started_at ?? undefined,
    finishedAt: row.finished_at ?? undefined,
    error: toFailure(row.error),
    plan: row.done === null || row.total === null ? undefined : { done: row.done, total: row.total },
    usage: usageBelow === undefined ? own : addUsage(own, usageBelow),
    ...(usageBelow === undefined ? {} : { usageBelow }),
  };
}

const ONE = reading<{ threadId: string }, SummaryRow>(
  'threadSummary',
  `${SELECT_SUMMARY} WHERE s.thread_id = :threadId AND s.shelf <> 'hidden'`,
);

/** `undefined` of a thread that is hidden or not there. */
export function threadSummary(db: ReadDb, threadId: string): ThreadSummary | undefined {
  const row = ONE.get(db, { threadId });
  return row && toSummary(row);
}
