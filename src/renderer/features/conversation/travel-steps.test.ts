import { expect, test } from 'vitest';
import type { PathEntry } from '../../../shared/thread/entry.ts';
import { travelSteps } from './travel-steps.ts';

function entry(id: string, parentId: string | null, body: object): PathEntry {
  return { id, threadId: 't', seq: 1, at: 1, v: 1, parentId, ...body } as PathEntry;
}

const READ = { id: 'c1', name: 'read_file', arguments: '{"path":"a"}' };
const LIST = { id: 'c2', name: 'list_files', arguments: '{}' };

test('each answer is a step, with its calls and their results, and the message before it', () => {
  const entries = [
    entry('m', 'above', { kind: 'user_message', text: 'Go', origin: 'person', attachments: [{}] }),
    entry('a', 'm', { kind: 'assistant_message', text: ' ', calls: [READ, LIST] }),
    entry('r', 'a', { kind: 'tool_result', messageId: 'a', callId: 'c1', content: 'no', isError: true }),
    entry('c', 'r', { kind: 'user_message', text: 'Continue', origin: 'continue' }),
    // The provider uses the id again.
    entry('b', 'c', { kind: 'assistant_message', text: '**Well**,\nthen', calls: [READ] }),
    entry('s', 'b', { kind: 'tool_result', messageId: 'b', callId: 'c1', content: 'yes', isError: false }),
  ];
  const asked = { parentId: 'above', text: 'Go', attached: true };
  expect(travelSteps(entries)).toEqual([
    {
      messageId: 'a',
      parentId: 'm',
      line: 'Read a, List .',
      calls: [
        { callId: 'c1', name: 'read_file', arguments: '{"path":"a"}', content: 'no', isError: true },
        { callId: 'c2', name: 'list_files', arguments: '{}', content: '', isError: false },
      ],
      asked,
    },
    {
      messageId: 'b',
      parentId: 'c',
      line: 'Well, then',
      calls: [{ callId: 'c1', name: 'read_file', arguments: '{"path":"a"}', content: 'yes', isError: false }],
      asked,
    },
  ]);
});
