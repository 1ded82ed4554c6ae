import type { RunStatus } from './status.ts';

/** One of a thread's runs, as people choose among them. */
export type ThreadRun = {
  readonly runId: string;
  /** Which it is of all runs of its thread, from 1. */
  readonly number: number;
  /** Milliseconds since the epoch. */
  readonly startedAt: number;
  readonly status: RunStatus;
  readonly agent: string;
  /** Its newest path entry, or the one that it goes on from. */
  readonly tipId: string;
};

/** With whether it ends on the active branch. */
export type ListedRun = ThreadRun & { readonly onBranch: boolean };
