/** How a run ended. `limit`: it reached one of its limits. */
export type RunEnd = 'finished' | 'failed' | 'stopped' | 'interrupted' | 'limit';

/**
 * `queued`: for a place among the runs that may work at once. `waiting`: for an approval. `paused`: until a person lets it
 * go on.
 */
export type RunStatus = 'queued' | 'running' | 'waiting' | 'paused' | RunEnd;

/** `idle`: a thread without a run. */
export type ThreadStatus = 'idle' | RunStatus;

/** Whether the run has not ended. */
export function isActive(status: ThreadStatus): boolean {
  return isHeld(status) || status === 'running' || status === 'waiting';
}

/** Whether the run has not ended, and neither works nor needs a decision. */
export function isHeld(status: ThreadStatus): boolean {
  return status === 'queued' || status === 'paused';
}

/** How many runs have not ended, by what they do. */
export type RunCounts = { readonly [status in 'queued' | 'running' | 'waiting' | 'paused']: number };

export const NO_RUNS: RunCounts = { queued: 0, running: 0, waiting: 0, paused: 0 };

/** The counts with one more; a run that has ended, or that there is not, counts nowhere. */
export function addRun(counts: RunCounts, status: RunStatus | undefined): RunCounts {
  return isCounted(status) ? { ...counts, [status]: counts[status] + 1 } : counts;
}

function isCounted(status: RunStatus | undefined): status is keyof RunCounts {
  return status !== undefined && Object.hasOwn(NO_RUNS, status);
}

export function addCounts(a: RunCounts, b: RunCounts): RunCounts {
  return {
    queued: a.queued + b.queued,
    running: a.running + b.running,
    waiting: a.waiting + b.waiting,
    paused: a.paused + b.paused,
  };
}

export function activeRuns({ queued, running, waiting, paused }: RunCounts): number {
  return queued + running + waiting + paused;
}
