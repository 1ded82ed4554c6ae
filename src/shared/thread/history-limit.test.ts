import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { PathBody, PathEntry } from './entry.ts';
import { newestMessages } from './history-limit.ts';
import { messagesOf } from './messages.ts';

function pathOf(bodies: readonly PathBody[]): readonly PathEntry[] {
  return bodies.map((body, index) => {
    const parentId = index === 0 ? null : `e${index - 1}`;
    return { id: `e${index}`, threadId: 't', seq: index + 1, at: 1, v: 1, parentId, ...body };
  });
}

const said = (text: string): PathBody => ({ kind: 'user_message', text, origin: 'person' });
const answered = (...callIds: readonly string[]): PathBody => {
  const calls = callIds.map((id) => ({ id, name: 'read', arguments: '{}' }));
  return {
    kind: 'assistant_message',
    step: 1,
    model: 'm',
    text: 'Ok',
    reasoning: '',
    calls,
    finish: 'stop',
    sentAt: 1,
  };
};
const result = (messageId: string, callId: string): PathBody => {
  return { kind: 'tool_result', messageId, callId, toolName: 'read', content: 'text', isError: false };
};

const CONVERSATION = pathOf([
  said('One'),
  answered('a', 'b'),
  result('e1', 'b'),
  result('e1', 'a'),
  answered(),
  said('Two'),
  answered(),
]);

test('the newest messages that fit are kept, a step whole or not at all', () => {
  const kept = (limit: number) => newestMessages(CONVERSATION, limit).map(({ id }) => id);
  expect([0, 1, 2, 3, 4].map(kept)).toEqual([
    [],
    ['e6'],
    ['e5', 'e6'],
    ['e4', 'e5', 'e6'],
    // The step before has three messages: its answer and two results.
    ['e4', 'e5', 'e6'],
  ]);
  expect(kept(6)).toEqual(['e1', 'e2', 'e3', 'e4', 'e5', 'e6']);
  expect(kept(7)).toEqual(CONVERSATION.map(({ id }) => id));
});

test('a summary counts as a message, and stands before all that was kept beside it', () => {
  const count = { tokens: 1, estimated: true };
  const compaction: PathBody = {
    kind: 'compaction',
    trigger: 'person',
    summary: 'Long ago',
    model: 'm',
    firstKeptId: 'e2',
    before: count,
    after: count,
    durationMs: 1,
  };
  const path = pathOf([said('One'), answered(), said('Two'), answered(), compaction, said('Three')]);
  const seen = (limit: number) =>
    messagesOf(newestMessages(path, limit)).map((message) => (message.role === 'user' ? message.content : 'Ok'));
  expect(seen(3)).toEqual(['Ok', 'Three']);
  expect(seen(4)).toEqual([expect.stringContaining('Long ago'), 'Two', 'Ok', 'Three']);
});

test('what is kept is the end of what the model would see, and no more than the limit', () => {
  const body = fc.constantFrom(said('Hm'), answered(), answered('c'), result('', 'c'));
  fc.assert(
    fc.property(fc.array(body, { maxLength: 20 }), fc.nat(12), (bodies, limit) => {
      let newest = '';
      const path = pathOf(
        bodies.map((one, index) => {
          if (one.kind === 'assistant_message') newest = `e${index}`;
          return one.kind === 'tool_result' ? { ...one, messageId: newest } : one;
        }),
      );
      const all = messagesOf(path);
      const kept = messagesOf(newestMessages(path, limit));
      expect(kept.length).toBeLessThanOrEqual(limit);
      expect(kept).toEqual(all.slice(all.length - kept.length));
      expect(kept[0]?.role).not.toBe('tool');
      // Not one step more would fit.
      const before = all.slice(0, all.length - kept.length).findLastIndex(({ role }) => role !== 'tool');
      if (before >= 0) expect(all.length - before).toBeGreaterThan(limit);
    }),
  );
});
