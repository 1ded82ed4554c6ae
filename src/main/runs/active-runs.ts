import { fail, ok, type Result } from '../../shared/lib/result.ts';
import type { ActiveRun } from './active-run.ts';
import { familiesOf, type Families } from './families.ts';

/** The runs of one engine that have not ended, or whose end is not stored yet. */
export type ActiveRuns = {
  readonly all: () => readonly ActiveRun[];
  readonly get: (runId: string) => ActiveRun | undefined;
  readonly add: (run: ActiveRun) => void;
  readonly remove: (runId: string) => void;
  readonly onThread: (threadId: string) => readonly ActiveRun[];
  /** The one on the active branch of a thread. */
  readonly onBranch: (threadId: string) => ActiveRun | undefined;
  readonly families: Families;
  /** Fails with `run_not_active`. */
  readonly act: <T = null>(runId: string, act: (run: ActiveRun) => Result<T>) => Result<T>;
};

export function createActiveRuns(): ActiveRuns {
  const runs = new Map<string, ActiveRun>();

  function onThread(threadId: string): readonly ActiveRun[] {
    return [...runs.values()].filter((run) => run.threadId === threadId);
  }

  return {
    all: () => [...runs.values()],
    get: (runId) => runs.get(runId),
    add: (run) => void runs.set(run.id, run),
    remove: (runId) => void runs.delete(runId),
    onThread,
    onBranch: (threadId) => onThread(threadId).find((run) => !run.side),
    families: familiesOf(() => runs.values()),
    act(runId, act) {
      const run = runs.get(runId);
      return run === undefined ? fail('run_not_active', 'This run has already ended') : act(run);
    },
  };
}

/**
 * Refuses a run on the active branch of a busy thread. One that has ended but could not be stored gets one more chance
 * first.
 */
export function makeRoom(active: ActiveRuns, threadId: string): Result<null> {
  const other = active.onBranch(threadId);
  if (other === undefined) return ok(null);
  return other.unsaved() === undefined ? threadBusy() : other.save();
}

export function threadBusy(): Result<never> {
  return fail('thread_busy', 'A run is already working on this thread', 'Wait until it ends, or stop it');
}
