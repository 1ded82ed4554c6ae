import { expect, test } from 'vitest';
import type { Message } from './message.ts';
import { messageText, messageTitle } from './message-words.ts';

const messages: readonly Message[] = [
  {
    role: 'user',
    content: 'Look',
    attachments: [{ id: 'a'.repeat(64), name: 'a.png', mediaType: 'image/png', bytes: 1 }],
  },
  { role: 'user', content: 'Plan', developer: true },
  {
    role: 'assistant',
    text: 'So',
    reasoning: 'Hm',
    toolCalls: [{ id: '1', name: 'read', arguments: '{"path":"a"}' }],
  },
  { role: 'tool', toolCallId: '1', toolName: 'read', content: 'bytes', isError: false },
];

test('a message says who speaks and all that is said', () => {
  expect(messages.map((message) => [messageTitle(message), messageText(message)])).toEqual([
    ['user', 'Look\n[a.png]'],
    ['developer', 'Plan'],
    ['assistant', 'Hm\nSo\nread({"path":"a"})'],
    ['read', 'bytes'],
  ]);
});
