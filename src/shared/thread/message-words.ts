import { assertNever } from '../lib/assert.ts';
import type { Message } from './message.ts';

/** Who speaks. */
export function messageTitle(message: Message): string {
  if (message.role === 'tool') return message.toolName;
  if (message.role === 'assistant') return 'assistant';
  return message.developer === true ? 'developer' : 'user';
}

/** All that the message says: calls as `name(arguments)`, attachments by name. */
export function messageText(message: Message): string {
  switch (message.role) {
    case 'user':
      return [message.content, ...(message.attachments ?? []).map(({ name }) => `[${name}]`)].join('\n');
    case 'assistant': {
      const calls = message.toolCalls.map((call) => `${call.name}(${call.arguments})`);
      return [message.reasoning, message.text, ...calls].filter((part) => part !== '').join('\n');
    }
    case 'tool':
      return message.content;
    default:
      return assertNever(message);
  }
}
