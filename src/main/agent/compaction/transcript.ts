import { setImmediate } from 'node:timers/promises';
import { assertNever } from '../../../shared/lib/assert.ts';
import type { Message } from '../../../shared/thread/message.ts';

/** More of one output than this many characters would tell a summary nothing more. */
const MOST_OF_OUTPUT = 4000;
/** So many messages are written down in one go. */
const GROUP = 200;

/** A conversation as text, for a model that is to speak about it and not to go on with it. */
export async function transcriptOf(messages: readonly Message[]): Promise<string> {
  const parts: string[] = [];
  for (let at = 0; at < messages.length; at += GROUP) {
    if (at > 0) await setImmediate();
    parts.push(
      messages
        .slice(at, at + GROUP)
        .map(written)
        .join('\n\n'),
    );
  }
  return parts.join('\n\n');
}

function written(message: Message): string {
  switch (message.role) {
    case 'user': {
      const files = (message.attachments ?? []).map(({ name }) => `\n[file: ${name}]`).join('');
      return `${message.developer === true ? 'Program' : 'Person'}: ${message.content}${files}`;
    }
    case 'assistant': {
      const calls = message.toolCalls.map(
        (call) => `[calls ${call.name} ${shortened(call.arguments, MOST_OF_OUTPUT)}]`,
      );
      return ['Agent:', message.text, ...calls].filter((part) => part !== '').join('\n');
    }
    case 'tool':
      return `${message.isError ? 'Error' : 'Result'} of ${message.toolName}: ${shortened(message.content, MOST_OF_OUTPUT)}`;
    default:
      return assertNever(message);
  }
}

/** Its middle gives way; the end says more of how things stand than the beginning. */
export function shortened(text: string, most: number): string {
  if (text.length <= most) return text;
  const head = Math.floor(most / 4);
  const tail = most - head;
  return `${text.slice(0, head)}\n[${text.length - most} characters left out]\n${text.slice(text.length - tail)}`;
}
