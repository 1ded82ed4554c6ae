import { expect, test } from 'vitest';
import type { Attachment } from '../../shared/thread/attachment.ts';
import { promptOf } from './prompt.ts';

const file = (id: string, name: string, mediaType: string): Attachment => ({ id, name, mediaType, bytes: 2 });
const kept = new Map([
  ['p', new Uint8Array([1, 2])],
  ['t', new TextEncoder().encode('const a = 1;')],
]);

test('files go along with a message: pictures as files, text as text, and what is gone is said to be', () => {
  const attachments = [
    file('p', 'a.png', 'image/png'),
    file('t', 'a.ts', 'text/plain'),
    file('x', 'b.pdf', 'application/pdf'),
  ];
  const messages = [{ role: 'user', content: 'Look', attachments } as const];
  const request = { instructions: '', messages, tools: [], attachment: (id: string) => kept.get(id) };
  expect(promptOf(request, { kind: 'google', modelName: 'm', replay: true })).toEqual([
    {
      role: 'user',
      content: [
        { type: 'text', text: 'Look' },
        {
          type: 'file',
          data: { type: 'data', data: new Uint8Array([1, 2]) },
          mediaType: 'image/png',
          filename: 'a.png',
        },
        { type: 'text', text: 'Attached file a.ts:\n\nconst a = 1;' },
        { type: 'text', text: '(The attached file b.pdf is not there any more.)' },
      ],
    },
  ]);
});
