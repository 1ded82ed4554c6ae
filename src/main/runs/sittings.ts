import type { ReadDb } from '../threads/database.ts';
import { planEntry } from '../threads/plans.ts';
import { isOnBranch } from '../threads/tree-walk.ts';

/** What is done on the active branch of a thread from when a program first goes on from it, or comes back to it. */
type Sitting = {
  /** What it went on from first. */
  readonly since: string;
  /** Where its newest run came to. */
  readonly tip: string;
};

export type Sittings = {
  /** The entry that the sitting of a run began from which begins at `tip`: that one, where the run is the first of it. */
  readonly since: (threadId: string, tip: string) => string;
  /** A run on the active branch has come to its end. */
  readonly ended: (threadId: string, sitting: Sitting) => void;
};

/** Since this program started. */
export function createSittings(readOf: (threadId: string) => ReadDb): Sittings {
  const newest = new Map<string, Sitting>();
  return {
    since(threadId, tip) {
      const known = newest.get(threadId);
      return known !== undefined && isOnBranch(readOf(threadId), threadId, known.tip, tip) ? known.since : tip;
    },
    ended: (threadId, sitting) => void newest.set(threadId, sitting),
  };
}

/** Whether the plan at `tip` is from before the sitting. */
export function resumesPlan(read: ReadDb, threadId: string, { since, tip }: Sitting): boolean {
  const plan = planEntry(read, tip);
  return plan !== undefined && isOnBranch(read, threadId, plan.id, since);
}
