import type { ModelFailure } from '../agent/model.ts';

/** How a stream ends that its reader has stopped. */
export function aborted(): ModelFailure {
  return { code: 'aborted', message: 'The answer was stopped', retryable: false };
}
