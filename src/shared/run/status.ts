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

export function activeRuns({ queued, running, waiting, paused }: RunCounts): number {
  return queued + running + waiting + paused;
}
