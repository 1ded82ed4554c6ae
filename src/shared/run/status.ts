/** How a run ended. `limit`: it reached one of its limits. */
export type RunEnd = 'finished' | 'failed' | 'stopped' | 'interrupted' | 'limit';

/** `waiting`: for an approval. */
export type RunStatus = 'running' | 'waiting' | RunEnd;

/** `idle`: a thread without a run. */
export type ThreadStatus = 'idle' | RunStatus;

export function isActive(status: ThreadStatus): boolean {
  return status === 'running' || status === 'waiting';
}
