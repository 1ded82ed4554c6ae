import type { DecidedAlone } from './approval-limit.ts';
import type { ThreadSummary } from '../thread/summary.ts';
import type { PlanItem } from '../todos/plan.ts';

/** A thread with a run under way, as the Overview shows it. */
export type RunningThread = {
  readonly summary: ThreadSummary;
  readonly runId: string;
  /** Of the plan on the run's branch; empty without one. */
  readonly items: readonly PlanItem[];
  /** Calls that wait for a decision, of its run and of the sub-agents' that work for it. */
  readonly approvals: readonly WaitingApproval[];
};

const NEEDS = ['waiting', 'running', 'paused', 'queued'] as const;

/** What waits for the person first, then what works, then what is held; the queue in its order. */
export function byNeed(threads: readonly RunningThread[]): readonly RunningThread[] {
  const group = ({ summary }: RunningThread) => NEEDS.findIndex((status) => status === summary.status);
  return threads.toSorted((a, b) => group(a) - group(b) || (a.summary.place ?? 0) - (b.summary.place ?? 0));
}

export type WaitingApproval = {
  /** Where it asks, and who: the thread's own run, or a sub-agent's. */
  readonly threadId: string;
  readonly runId: string;
  readonly agent: string;
  readonly callId: string;
  readonly toolName: string;
  /** JSON text, as the model wrote it. */
  readonly arguments: string;
} & DecidedAlone;
