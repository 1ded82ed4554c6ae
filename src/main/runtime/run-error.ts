import type { Failure } from '../../shared/lib/result.ts';

/** Thrown for what a program got wrong, such as a second run on a busy thread: `code` says what. */
export class RunError extends Error {
  readonly code: string;

  constructor({ code, message, hint }: Failure) {
    super(hint === undefined ? message : `${message}. ${hint}`);
    this.code = code;
  }
}
