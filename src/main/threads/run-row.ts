import type { Failure } from '../../shared/lib/result.ts';
import type { RunRecord } from '../../shared/run/run-record.ts';
import type { RunStatus } from '../../shared/run/status.ts';
import type { UsageTotal } from '../../shared/run/usage.ts';
import type { RunStartedBody } from '../../shared/thread/entry.ts';
import { upcast } from './upcast.ts';

export type RunRow = {
  readonly id: string;
  readonly thread_id: string;
  readonly seq: number;
  readonly started_id: string;
  readonly tip_id: string;
  readonly status: RunStatus;
  readonly started_at: number;
  readonly finished_at: number | null;
  readonly error: string | null;
  readonly steps: number;
  readonly usage: string;
  readonly asking: string;
  /** Of its run_started entry. */
  readonly v: number;
  readonly body: string;
};

/** `SELECT` a run as a `RunRow`; what follows may narrow it by `r`. */
export const SELECT_RUN = `
  SELECT r.id, r.thread_id, r.seq, r.started_id, r.tip_id, r.status, r.started_at, r.finished_at, r.error, r.steps,
    r.usage, r.asking, e.v, e.body
  FROM runs r JOIN entries e ON e.id = r.started_id`;

export function toRun(row: RunRow): RunRecord {
  // What it joins is a run_started entry: `runs` is written from those.
  const { agent } = upcast(row.v, { kind: 'run_started', ...JSON.parse(row.body) }) as RunStartedBody;
  return {
    id: row.id,
    threadId: row.thread_id,
    agent,
    status: row.status,
    startedAt: row.started_at,
    finishedAt: row.finished_at ?? undefined,
    error: toFailure(row.error),
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
