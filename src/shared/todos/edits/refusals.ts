import { fail, type Result } from '../../lib/result.ts';

type Refusal = Extract<Result<never>, { ok: false }>;

/** `problem`: a sentence, with or without its full stop. */
export function refused(problem: string): Refusal {
  return fail('todo_refused', problem.replace(/\.?$/, '.'), 'The list stays as it was.');
}

export function unchanged(): Refusal {
  return fail('todo_unchanged', 'That changes nothing: the list is like that already.');
}
