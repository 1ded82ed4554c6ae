import { fail, type Result } from '../../../shared/lib/result.ts';

/** The answer to whoever asks for a thread that is hidden, or not there. */
export function threadGone(): Result<never> {
  return fail('thread_not_found', 'This thread does not exist any more', 'Choose another one on the left');
}
