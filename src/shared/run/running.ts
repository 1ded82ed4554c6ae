import type { ThreadSummary } from '../thread/summary.ts';
import type { PlanItem } from '../todos/plan.ts';

/** A thread with a run under way, as the Overview shows it. */
export type RunningThread = {
  readonly summary: ThreadSummary;
  readonly runId: string;
  /** Of the plan on the active branch; empty without one. */
  readonly items: readonly PlanItem[];
  /** Calls that wait for a decision, in the order in which they asked. */
  readonly approvals: readonly WaitingApproval[];
};

export type WaitingApproval = {
  readonly callId: string;
  readonly toolName: string;
  /** JSON text, as the model wrote it. */
  readonly arguments: string;
  /** When it is approved by itself (ms since the epoch). */
  readonly approvesAt?: number;
};
