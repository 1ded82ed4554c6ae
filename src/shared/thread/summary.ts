import type { Failure } from '../lib/result.ts';
import type { WorkspaceCopy } from '../run/agent.ts';
import type { ThreadStatus } from '../run/status.ts';
import type { UsageTotal } from '../run/usage.ts';
import type { PlanProgress } from '../todos/plan.ts';
import type { SpawnedBy } from './spawned-by.ts';

/** Where a thread comes from, if not from runs of the app. `code`: a program that makes its runs itself. */
export type ThreadSource = 'code';

/** What lists can be narrowed to. `own`: runs of the app; `imported`: it came in from a file, whatever went on since. */
export const THREAD_ORIGINS = ['own', 'code', 'imported'] as const satisfies readonly (
  | 'own'
  | ThreadSource
  | 'imported'
)[];
export type ThreadOrigin = (typeof THREAD_ORIGINS)[number];

/** A thread as lists show it: the thread's row and what its entries add up to. */
export type ThreadSummary = {
  readonly id: string;
  readonly title: string;
  readonly createdAt: number;
  /** When its newest entry was written. */
  readonly updatedAt: number;
  readonly source?: ThreadSource;
  /** It is kept in memory alone, and gone when Runlight closes. */
  readonly unsaved?: true;
  /** Of a sub-agent's thread, which is in no list: the call that it works for, and that thread's title. */
  readonly spawnedBy?: SpawnedBy & { readonly title: string };
  readonly pinned: boolean;
  readonly archived: boolean;
  /** Of the run that the active branch ends with or, while that one does not work and another of the thread does, of that. */
  readonly runId?: string;
  /** That run works on another branch, which ends with this entry. */
  readonly side?: { readonly entryId: string };
  /** `waiting`, too, while a sub-agent of it waits for a decision. */
  readonly status: ThreadStatus;
  /** That run did not run here: it came in from a file. */
  readonly imported?: true;
  readonly agent?: string;
  readonly agentId?: string;
  readonly model?: string;
  readonly workspace?: string;
  /** What the workspace is a copy of. */
  readonly copy?: WorkspaceCopy;
  /** When that run started and, once it has ended, ended. */
  readonly startedAt?: number;
  readonly finishedAt?: number;
  readonly error?: Failure;
  /** Of a queued run: how many start before it, and itself. */
  readonly place?: number;
  /** It pauses as soon as its answer, or the calls that run, are done. */
  readonly pausing?: boolean;
  /** Of the plan on the active branch. */
  readonly plan?: PlanProgress;
  /** Of all runs, those of its sub-agents included. */
  readonly usage: UsageTotal;
  /** What of it is its sub-agents'; absent without any. */
  readonly usageBelow?: UsageTotal;
};
