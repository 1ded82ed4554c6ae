import { fail, type Result } from '../../../shared/lib/result.ts';

export function threadOfProgram(): Result<never> {
  return fail(
    'thread_of_program',
    'The runs of this thread are made by a program of yours, which alone goes on with it',
    'Start a new run instead',
  );
}
