import { plainText } from '../../../shared/lib/plain-line.ts';
import type { PathEntry } from '../../../shared/thread/entry.ts';
import { describeCall } from '../../ui/describe-call.ts';

/** A call of a step, with the result that stands on the branch. */
export type TravelCall = {
  readonly callId: string;
  readonly name: string;
  readonly arguments: string;
  readonly content: string;
  readonly isError: boolean;
};

/** An answer of the model that a person may go back to. */
export type TravelStep = {
  readonly messageId: string;
  /** What it goes on from. */
  readonly parentId: string | null;
  /** Its words, or what it called. */
  readonly line: string;
  readonly calls: readonly TravelCall[];
  /** The person's message before it. */
  readonly asked?: { readonly parentId: string | null; readonly text: string; readonly attached?: true };
};

/** The steps of a branch, oldest first, of what the window holds of it. */
export function travelSteps(entries: readonly PathEntry[]): readonly TravelStep[] {
  const steps: TravelStep[] = [];
  let asked: TravelStep['asked'];
  for (const [at, entry] of entries.entries()) {
    if (entry.kind === 'user_message' && entry.origin === 'person') {
      const { parentId, text, attachments = [] } = entry;
      asked = { parentId, text, ...(attachments.length === 0 ? {} : { attached: true }) };
    }
    if (entry.kind !== 'assistant_message') continue;
    const calls = entry.calls.map(({ id: callId, name, arguments: text }): TravelCall => {
      const result = entries
        .slice(at + 1)
        .find((after) => after.kind === 'tool_result' && after.messageId === entry.id && after.callId === callId);
      const { content = '', isError = false } = result?.kind === 'tool_result' ? result : {};
      return { callId, name, arguments: text, content, isError };
    });
    const { id: messageId, parentId } = entry;
    const line = lineOf(entry.text, calls);
    steps.push({ messageId, parentId, line, calls, ...(asked === undefined ? {} : { asked }) });
  }
  return steps;
}

const LINE = 80;

function lineOf(text: string, calls: readonly TravelCall[]): string {
  const words = text.trim() === '' ? calls.map(callLine).join(', ').replaceAll(/\s+/g, ' ') : plainText(text);
  return words.slice(0, LINE) || 'Without words';
}

export function callLine({ name, arguments: text }: TravelCall): string {
  const { verb, target } = describeCall(name, text);
  return target === undefined ? verb : `${verb} ${target}`;
}
