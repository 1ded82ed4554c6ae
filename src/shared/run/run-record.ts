import type { Failure } from '../lib/result.ts';
import { assertNever } from '../lib/assert.ts';
import type { Entry } from '../thread/entry.ts';
import type { AgentSnapshot, Limits } from './agent.ts';
import { STARTED, stepStanding, type RunStanding } from './run-standing.ts';
import { NO_USAGE, usageFold, type UsageTotal } from './usage.ts';

/** One run, as its entries tell it. */
export type RunRecord = RunStanding & {
  readonly id: string;
  readonly threadId: string;
  readonly agent: AgentSnapshot;
  /** It was started beside the active branch. */
  readonly side?: true;
  /** When it began to work; while it waits for its first place, since when it waits. */
  readonly startedAt: number;
  readonly finishedAt?: number;
  readonly error?: Failure;
  readonly limit?: keyof Limits;
  readonly steps: number;
  readonly usage: UsageTotal;
};

/** Steps the run that `entry` belongs to; `undefined` before it has started. */
export function stepRun(run: RunRecord | undefined, entry: Entry): RunRecord | undefined {
  if (entry.kind === 'run_started') {
    return {
      id: entry.runId ?? entry.id,
      threadId: entry.threadId,
      agent: entry.agent,
      ...(entry.side === undefined ? {} : { side: entry.side }),
      ...STARTED,
      startedAt: entry.at,
      steps: 0,
      usage: NO_USAGE,
    };
  }
  if (run === undefined || entry.runId !== run.id) return run;
  const { status, asking } = stepStanding(run, entry);
  const next = status === run.status && asking === run.asking ? run : { ...run, status, asking };
  switch (entry.kind) {
    case 'run_finished':
      return { ...next, finishedAt: entry.at, error: entry.error, limit: entry.limit };
    case 'run_dequeued':
      return { ...next, startedAt: run.steps === 0 ? entry.at : run.startedAt };
    case 'assistant_message':
      return { ...next, steps: Math.max(run.steps, entry.step) };
    case 'usage':
      return { ...next, usage: usageFold.step(run.usage, entry) };
    case 'handoff':
      return { ...next, agent: entry.agent };
    case 'run_queued':
    case 'run_paused':
    case 'run_resumed':
    case 'approval_asked':
    case 'approval_decided':
    case 'user_message':
    case 'tool_result':
    case 'compaction':
    case 'outputs_cleared':
    case 'user_todo_edit':
    case 'todos_restored':
    case 'reminder':
    case 'intervention':
    case 'label':
    case 'run_revived':
    case 'tool_started':
    case 'retry':
    case 'files_changed':
      return next;
    default:
      return assertNever(entry);
  }
}
