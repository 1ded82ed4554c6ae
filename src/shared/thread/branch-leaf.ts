import type { PlanProgress } from '../todos/plan.ts';

/** The end of one branch of a thread, as people choose among them. */
export type BranchLeaf = {
  readonly entryId: string;
  readonly seq: number;
  /** When it was written (ms since the epoch). */
  readonly at: number;
  /** Whether it is the head. */
  readonly active: boolean;
  /** A person's name for the branch. */
  readonly label?: string;
  /** The first line of its last entry. */
  readonly line: string;
  readonly plan?: PlanProgress;
};
