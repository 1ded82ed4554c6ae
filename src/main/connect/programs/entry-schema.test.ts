import { expect, test } from 'vitest';
import { EntrySchema } from './entry-schema.ts';

const STAMP = { id: 'e2', threadId: 't', seq: 2, at: 5, runId: 'r', v: 1 };
const RESULT = { kind: 'tool_result', messageId: 'e1', callId: 'c', toolName: 'x', content: 'Done', isError: false };
const TOKENS = { input: 1, output: 2, cacheRead: 0, cacheWrite: 0, reasoning: 0 };

test('an entry passes as it is, with what a newer program adds', () => {
  const entry = { ...STAMP, parentId: 'e1', ...RESULT, details: { kind: 'other', value: { a: 1 } }, newer: true };
  expect(EntrySchema.parse(entry)).toEqual(entry);
});

test.each([{ kind: 'weird' }, { kind: 'command' }, { kind: 'todos', todos: 'none' }, 'text'])(
  'details that are none, like %j, are left out',
  (details) => {
    const entry = { ...STAMP, parentId: 'e1', ...RESULT };
    expect(EntrySchema.parse({ ...entry, details })).toEqual(entry);
  },
);

test.each([
  ['no object', 'text'],
  ['an unknown kind', { ...STAMP, parentId: 'e1', kind: 'toString' }],
  ['a path entry without a parent', { ...STAMP, targetId: 'e1', ...RESULT }],
  ['a time before all time', { ...STAMP, parentId: 'e1', ...RESULT, at: -1 }],
  ['an id that no request can name', { ...STAMP, parentId: 'e1', ...RESULT, id: 'x'.repeat(101) }],
  ['a newer version', { ...STAMP, parentId: 'e1', ...RESULT, v: 2 }],
  [
    'a file without its states',
    { ...STAMP, targetId: 'e1', kind: 'files_changed', by: 'tool', root: '/', files: [{ path: 'a' }] },
  ],
  ['half a token', { ...STAMP, targetId: 'e1', kind: 'usage', model: 'm', tokens: { ...TOKENS, input: 0.5 } }],
  ['a cost below nothing', { ...STAMP, targetId: 'e1', kind: 'usage', model: 'm', tokens: TOKENS, cost: -1 }],
])('%s is refused', (_, entry) => {
  expect(EntrySchema.safeParse(entry).success).toBe(false);
});
