import { assertNever } from '../lib/assert.ts';
import type { NextRequest } from '../run/next-request.ts';
import type { Message } from './message.ts';
import { messageTitle } from './message-words.ts';

/** A request as Markdown: a heading for each message. */
export function requestMarkdown({ instructions, messages }: Pick<NextRequest, 'instructions' | 'messages'>): string {
  const system = instructions === '' ? [] : [`## system\n\n${instructions}`];
  return `${[...system, ...messages.map(section)].join('\n\n')}\n`;
}

function section(message: Message): string {
  return [`## ${messageTitle(message)}`, ...partsOf(message)].filter((part) => part.trim() !== '').join('\n\n');
}

function partsOf(message: Message): readonly string[] {
  switch (message.role) {
    case 'user':
      return [message.content, ...(message.attachments ?? []).map(({ name }) => `File: ${name}`)];
    case 'assistant': {
      const { reasoning, text, toolCalls } = message;
      const thought = reasoning === '' ? '' : reasoning.replaceAll(/^/gm, '> ');
      return [thought, text, ...toolCalls.map((call) => `Calls \`${call.name}\`\n\n${fenced(call.arguments, 'json')}`)];
    }
    case 'tool':
      return [message.isError ? 'Failed' : '', fenced(message.content, '')];
    default:
      return assertNever(message);
  }
}

/** In a fence that is longer than any in the text. */
function fenced(text: string, language: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([ticks]) => ticks.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}${language}\n${text}\n${fence}`;
}
