import type { Failure } from '../../shared/lib/result.ts';

/** A failure as a terminal shows it, in the lines that it has. */
export function failureText({ message, hint }: Failure): string {
  const sentence = /[.!?]$/.test(message) ? message : `${message}.`;
  return `Runlight: ${hint === undefined ? sentence : `${sentence} ${hint}`}`;
}

/** A failure as one line of a terminal. */
export function failureLine(failure: Failure): string {
  return failureText(failure).replaceAll(/\s*\n\s*/g, ' ');
}

/** The exit code of a program that would not start for a reason that it has told; starting it otherwise would not help. */
export const EXIT_REFUSED = 3;
