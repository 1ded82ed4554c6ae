import type { Failure } from '../lib/result.ts';
import { assertNever } from '../lib/assert.ts';
import type { Entry } from '../thread/entry.ts';
import type { AgentSnapshot, Limits } from './agent.ts';
import type { RunStatus } from './status.ts';
import { NO_USAGE, usageFold, type UsageTotal } from './usage.ts';

/** One run, as its entries tell it. */
export type RunRecord = {
  readonly id: string;
  readonly threadId: string;
  readonly agent: AgentSnapshot;
  /** It was started beside the active branch. */
  readonly side?: true;
  readonly status: RunStatus;
  /** When it began to work; while it waits for its first place, since when it waits. */
  readonly startedAt: number;
  readonly finishedAt?: number;
  readonly error?: Failure;
  readonly limit?: keyof Limits;
  readonly steps: number;
  readonly usage: UsageTotal;
  /** Ids of the calls that wait for a decision. */
  readonly asking: readonly string[];
};

/** Steps the run that `entry` belongs to; `undefined` before it has started. */
export function stepRun(run: RunRecord | undefined, entry: Entry): RunRecord | undefined {
  if (entry.kind === 'run_started') {
    return {
      id: entry.runId ?? entry.id,
      threadId: entry.threadId,
      agent: entry.agent,
      ...(entry.side === undefined ? {} : { side: entry.side }),
      status: 'running',
      startedAt: entry.at,
      steps: 0,
      usage: NO_USAGE,
      asking: [],
    };
  }
  if (run === undefined || entry.runId !== run.id) return run;
  switch (entry.kind) {
    case 'run_finished':
      return { ...run, status: entry.status, finishedAt: entry.at, error: entry.error, limit: entry.limit, asking: [] };
    case 'run_queued':
      return { ...run, status: 'queued' };
    case 'run_dequeued':
      return { ...run, status: 'running', startedAt: run.steps === 0 ? entry.at : run.startedAt };
    case 'run_paused':
      return { ...run, status: 'paused' };
    case 'run_resumed':
      return { ...run, status: 'running' };
    case 'approval_asked':
      return { ...run, status: 'waiting', asking: [...run.asking, entry.callId] };
    case 'approval_decided': {
      const asking = run.asking.filter((callId) => callId !== entry.callId);
      return { ...run, asking, status: asking.length === 0 ? 'running' : 'waiting' };
    }
    case 'assistant_message':
      return { ...run, steps: Math.max(run.steps, entry.step) };
    case 'usage':
      return { ...run, usage: usageFold.step(run.usage, entry) };
    case 'handoff':
      return { ...run, agent: entry.agent };
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
      return run;
    default:
      return assertNever(entry);
  }
}
