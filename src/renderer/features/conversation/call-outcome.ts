import type { CallBlock } from './blocks.ts';

type Outcome = Pick<CallBlock, 'state' | 'details'>;

/** A command that answered, but did not do what it was called for: it left with another code than 0, or was cut short. */
export function commandFailed({ details }: Outcome): boolean {
  return details?.kind === 'command' && (details.ended !== 'exit' || details.exitCode !== 0);
}

const REASON_CHARS = 200;

/** Why a call failed, in one line; `undefined` when it did not, or says so elsewhere. */
export function failureReason({ state, details, content, decision }: CallBlock): string | undefined {
  if (state === 'rejected') return oneLine(decision?.reason);
  if (state !== 'error' && state !== 'refused') return undefined;
  // What a command printed is no reason; its line has the exit code.
  return details?.kind === 'command' ? undefined : oneLine(content);
}

function oneLine(text: string | undefined): string | undefined {
  const line = text?.trimStart().split('\n', 1)[0]?.slice(0, REASON_CHARS).trim();
  return line === '' ? undefined : line;
}
