import type { Failure } from '../../shared/lib/result.ts';

/** A failure as one line of a terminal. */
export function failureLine({ message, hint }: Failure): string {
  const sentence = /[.!?]$/.test(message) ? message : `${message}.`;
  return `Runlight: ${hint === undefined ? sentence : `${sentence} ${hint}`}`.replaceAll(/\s*\n\s*/g, ' ');
}

/** The exit code of a program that would not start for a reason that it has told; starting it otherwise would not help. */
export const EXIT_REFUSED = 3;
