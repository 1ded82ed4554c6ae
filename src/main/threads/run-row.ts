import type { Failure } from '../../shared/lib/result.ts';
import type { Limits } from '../../shared/run/agent.ts';
import type { RunRecord } from '../../shared/run/run-record.ts';
import type { RunStatus } from '../../shared/run/status.ts';
import type { UsageTotal } from '../../shared/run/usage.ts';
import type { HandoffBody, RunStartedBody } from '../../shared/thread/entry.ts';
import { upcast } from './upcast.ts';

export type RunRow = {
  readonly id: string;
  readonly thread_id: string;
  readonly seq: number;
  readonly agent_entry_id: string;
  readonly tip_id: string;
  readonly side: number;
  readonly status: RunStatus;
  readonly started_at: number;
  readonly finished_at: number | null;
  readonly error: string | null;
  readonly steps: number;
  readonly usage: string;
  readonly asking: string;
  readonly reached: keyof Limits | null;
  readonly first_token_ms: number | null;
  /** Of the entry that holds its agent. */
  readonly v: number;
  readonly kind: string;
  readonly body: string;
};

/** `SELECT` a run as a `RunRow`; what follows may narrow it by `r`. */
export const SELECT_RUN = `
  SELECT r.id, r.thread_id, r.seq, r.agent_entry_id, r.tip_id, r.side, r.status, r.started_at, r.finished_at, r.error, r.steps,
    r.usage, r.asking, r.reached, r.first_token_ms, e.v, e.kind, e.body
  FROM runs r JOIN entries e ON e.id = r.agent_entry_id`;

/**
 * The run that a branch ends with, whose end the statement calls node `n`: the newest that goes on from there, unless it
 * works beside it; else the one that wrote it.
 */
export const RUN_AT_N = `coalesce(
  (SELECT w.id FROM runs w INDEXED BY runs_tip WHERE w.tip_id = n.entry_id AND w.side = 0 ORDER BY w.seq DESC LIMIT 1),
  n.run_id)`;

export function toRun(row: RunRow): RunRecord {
  // `runs` names no other entries than these.
  const { agent } = upcast(row.v, { kind: row.kind, ...JSON.parse(row.body) }) as RunStartedBody | HandoffBody;
  return {
    id: row.id,
    threadId: row.thread_id,
    agent,
    ...(row.side === 1 ? { side: true } : {}),
    status: row.status,
    startedAt: row.started_at,
    finishedAt: row.finished_at ?? undefined,
    error: toFailure(row.error),
    limit: row.reached ?? undefined,
    steps: row.steps,
    usage: toUsage(row.usage),
    asking: JSON.parse(row.asking) as readonly string[],
  };
}

export function toFailure(json: string | null): Failure | undefined {
  return json === null ? undefined : (JSON.parse(json) as Failure);
}

export function toUsage(json: string): UsageTotal {
  return JSON.parse(json) as UsageTotal;
}
