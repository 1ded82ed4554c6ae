import { expect, test } from 'vitest';
import { requestMarkdown } from './messages-markdown.ts';

test('a request is told message by message, in fences that nothing in them closes', () => {
  const markdown = requestMarkdown({
    instructions: 'Be kind.',
    messages: [
      {
        role: 'user',
        content: 'Look',
        attachments: [{ id: 'a'.repeat(64), name: 'a.png', mediaType: 'image/png', bytes: 1 }],
      },
      { role: 'assistant', text: 'So', reasoning: 'Hm\nyes', toolCalls: [{ id: '1', name: 'read', arguments: '{}' }] },
      { role: 'tool', toolCallId: '1', toolName: 'read', content: '```js\n```', isError: true },
    ],
  });
  expect(markdown).toBe(
    [
      '## system\n\nBe kind.',
      '## user\n\nLook\n\nFile: a.png',
      '## assistant\n\n> Hm\n> yes\n\nSo\n\nCalls `read`\n\n```json\n{}\n```',
      '## read\n\nFailed\n\n````\n```js\n```\n````\n',
    ].join('\n\n'),
  );
});
