import type { ModelFailure } from './model.ts';

const MAX_ATTEMPTS = 5;
const FIRST_WAIT_MS = 1000;
const LONGEST_WAIT_MS = 60_000;

/**
 * How long to wait before the next attempt (ms); `undefined` when there should be none. A provider's own word on the wait
 * counts, unless it is longer than a person would sit through: then the failure is theirs to see.
 */
export function retryWait(error: ModelFailure, attempt: number, random: number): number | undefined {
  if (!error.retryable || attempt >= MAX_ATTEMPTS) return undefined;
  if (error.retryAfterMs !== undefined) return error.retryAfterMs <= LONGEST_WAIT_MS ? error.retryAfterMs : undefined;
  const wait = Math.min(FIRST_WAIT_MS * 2 ** (attempt - 1), LONGEST_WAIT_MS);
  // Up to a quarter more, so that runs that failed together do not come back together.
  return Math.round(wait * (1 + random / 4));
}
