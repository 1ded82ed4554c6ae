import fc from 'fast-check';
import { expect, test } from 'vitest';
import { PLAIN_AGENT } from './agent.ts';
import { must } from '../lib/assert.ts';
import type { PathBody, PathEntry } from '../thread/entry.ts';
import { newestMessages } from '../thread/history-limit.ts';
import { messagesOf } from '../thread/messages.ts';
import { contextRows, rowBody, type ContextFrame, type RowList } from './context-rows.ts';
import { contextView, hiddenAt, takenOut, type ContextView } from './context-view.ts';
import { contextParts, sumOf } from './context.ts';

function pathOf(bodies: readonly PathBody[]): readonly PathEntry[] {
  return bodies.map((body, index) => {
    const parentId = index === 0 ? null : `e${index - 1}`;
    return { id: `e${index}`, threadId: 't', seq: index + 1, at: 1, v: 1, parentId, ...body };
  });
}

const count = { tokens: 1, estimated: true };
const said = (text: string): PathBody => ({ kind: 'user_message', text, origin: 'person' });
const answered = (text: string, ...callIds: readonly string[]): PathBody => {
  const calls = callIds.map((id) => ({ id, name: 'read', arguments: '{}' }));
  return { kind: 'assistant_message', step: 1, model: 'm', text, reasoning: 'Hm', calls, finish: 'stop', sentAt: 1 };
};
const result = (messageId: string, callId: string, toolName = 'read'): PathBody => {
  return { kind: 'tool_result', messageId, callId, toolName, content: 'x'.repeat(400), isError: false };
};
const compaction = (firstKeptId: string | null): PathBody => {
  const counts = { before: count, after: count, durationMs: 1 };
  return { kind: 'compaction', trigger: 'person', summary: 'Long ago', model: 'm', firstKeptId, ...counts };
};
const cleared = (untilId: string): PathBody => {
  return { kind: 'outputs_cleared', trigger: 'threshold', untilId, before: count, after: count };
};
const restored = (content: string): PathBody => {
  return { kind: 'todos_restored', items: [{ id: 'a', content, status: 'pending' }] };
};

const whole = (path: readonly PathEntry[]): ContextView => contextView(path, path);
const reasons = (view: ContextView) => view.path.map((_, index) => hiddenAt(view, index));
const FRAME: ContextFrame = {
  instructions: 'Be kind.\nAlways.',
  tools: [{ name: 'read' }, { name: 'run', dropped: true }],
};
const rows = (view: ContextView, of: RowList, by: 'place' | 'size' = 'place', offset = 0, limit = 100) =>
  contextRows(view, FRAME, { of, by, offset, limit });

test('each entry that the model is not sent as it was says why', () => {
  const path = pathOf([
    said('One'),
    answered('Ok'),
    said('Two'),
    answered('', 'a'),
    result('e3', 'a'),
    restored('Old'),
    answered(''),
    said('Three'),
    compaction('e2'),
    cleared('e7'),
    restored('New'),
    {
      kind: 'handoff',
      from: 'a',
      agent: {
        ...PLAIN_AGENT,
        name: 'b',
        model: 'm',
        instructions: '',
        tools: [],
        todos: false,
        limits: { steps: 1 },
        overrides: {},
      },
    },
    { kind: 'intervention', from: 'e7', withoutTools: ['run'] },
  ]);
  expect(reasons(whole(path))).toEqual([
    { why: 'compaction', byId: 'e8' },
    { why: 'compaction', byId: 'e8' },
    undefined,
    undefined,
    { why: 'cleared', byId: 'e9' },
    { why: 'replaced' },
    { why: 'empty' },
    undefined,
    // Its summary is sent.
    undefined,
    { why: 'people' },
    undefined,
    { why: 'people' },
    { why: 'people' },
  ]);
});

test('a history limit that parts a compaction from what it kept takes its summary away', () => {
  const path = pathOf([said('One'), answered('Ok'), said('Two'), answered('Ok'), compaction('e2'), said('Three')]);
  expect(reasons(contextView(path, newestMessages(path, 3)))).toEqual([
    { why: 'history_limit' },
    { why: 'history_limit' },
    { why: 'history_limit' },
    undefined,
    { why: 'history_limit' },
    undefined,
  ]);
  expect(reasons(contextView(path, newestMessages(path, 4)))).toEqual([
    { why: 'compaction', byId: 'e4' },
    { why: 'compaction', byId: 'e4' },
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
});

test('a cut takes out of sight what was in sight before it', () => {
  const path = pathOf([
    said('One'),
    answered('', 'a'),
    result('e1', 'a'),
    answered('', 'b'),
    result('e3', 'b'),
    cleared('e3'),
    said('Two'),
    cleared('e6'),
    compaction('e6'),
    answered('Ok'),
    compaction(null),
  ]);
  const taken = (index: number) => {
    const cut = must(path[index], 'a cut');
    if (cut.kind !== 'compaction' && cut.kind !== 'outputs_cleared') throw new Error(cut.kind);
    return takenOut(whole(path.slice(0, index)), cut).map(({ id }) => id);
  };
  expect(taken(5)).toEqual(['e2']);
  expect(taken(7)).toEqual(['e4']);
  expect(taken(8)).toEqual(['e0', 'e1', 'e2', 'e3', 'e4']);
  expect(taken(10)).toEqual(['e6', 'e9']);
});

test('the rows of a request are its messages, those of a branch its entries', () => {
  const view = whole(
    pathOf([said('One\nmore'), answered('', 'a'), result('e1', 'a', 'write_todos'), compaction('e1')]),
  );
  expect(rows(view, 'request')).toEqual({
    offset: 0,
    total: 4,
    rows: [
      { place: { list: 'system', index: 0 }, title: 'system', line: 'Be kind.', tokens: 8 },
      {
        place: { list: 'messages', index: 0 },
        title: 'summary',
        line: expect.stringContaining('What came before') as string,
        tokens: 26,
        entryId: 'e3',
      },
      { place: { list: 'messages', index: 1 }, title: 'assistant', line: 'read({})', tokens: 10, entryId: 'e1' },
      {
        place: { list: 'messages', index: 2 },
        title: 'write_todos',
        line: `${'x'.repeat(159)}…`,
        tokens: 104,
        entryId: 'e2',
      },
    ],
  });
  expect(rows(view, 'branch').rows.map(({ title, line, hidden }) => [title, line.slice(0, 8), hidden?.why])).toEqual([
    ['system', 'Be kind.', undefined],
    ['user', 'One', 'compaction'],
    ['assistant', 'read({})', undefined],
    ['write_todos', 'xxxxxxxx', undefined],
    ['summary', 'Long ago', undefined],
  ]);
  expect(rows(view, 'tools').rows.map(({ title, tokens, hidden }) => [title, tokens, hidden?.why])).toEqual([
    ['read', 4, undefined],
    ['run', 0, 'dropped'],
  ]);
  expect(rows(view, 'messages', 'size').rows.map(({ tokens }) => tokens)).toEqual([26, 10]);
  expect(rows(view, 'branch', 'place', 1, 2).rows.map(({ entryId }) => entryId)).toEqual(['e0', 'e1']);
});

test('a row opens to the very message, an entry to all that it says', () => {
  const path = pathOf([
    said('One'),
    answered('Ok', 'a'),
    compaction(null),
    { kind: 'intervention', from: 'e1', context: 'Mind this' },
  ]);
  const view = whole(path);
  const messages = messagesOf(path);
  expect(messages.map((_, index) => rowBody(view, FRAME, { list: 'messages', index }))).toEqual(
    messages.map((message) => ({ type: 'messages', messages: [message] })),
  );
  const body = (index: number) => rowBody(view, FRAME, { list: 'entries', index });
  expect(body(0)).toEqual({ type: 'messages', messages: [{ role: 'user', content: 'One' }] });
  expect(body(1)).toEqual({
    type: 'messages',
    messages: [
      { role: 'assistant', text: 'Ok', reasoning: 'Hm', toolCalls: [{ id: 'a', name: 'read', arguments: '{}' }] },
    ],
  });
  expect(body(2)).toEqual({ type: 'text', text: 'Long ago' });
  expect(body(3)).toEqual({ type: 'text', text: 'Changed here: more context\nMind this' });
  expect(body(4)).toBeUndefined();
  expect(rowBody(view, FRAME, { list: 'tools', index: 1 })).toEqual({ type: 'text', text: '{\n  "name": "run"\n}' });
});

test('whatever is on a branch, the rows of the parts add up to them, and what is not hidden is sent', () => {
  const body = fc.oneof(
    fc.constantFrom(said('Hm'), answered('Ok'), answered(''), answered('', 'c'), result('', 'c'), restored('A')),
    fc.nat(20).map((at) => compaction(String(at))),
    fc.nat(20).map((at) => cleared(`e${at}`)),
  );
  fc.assert(
    fc.property(fc.array(body, { maxLength: 20 }), fc.option(fc.nat(12)), (bodies, limit) => {
      let newest = '';
      const path = pathOf(
        bodies.map((one, index) => {
          if (one.kind === 'assistant_message') newest = `e${index}`;
          // What a compaction keeps is before it.
          if (one.kind === 'compaction') return compaction(index === 0 ? null : `e${Number(one.firstKeptId) % index}`);
          return one.kind === 'tool_result' ? { ...one, messageId: newest } : one;
        }),
      );
      const seen = limit === null ? path : newestMessages(path, limit);
      const view = contextView(path, seen);
      const told = { ...FRAME, tools: FRAME.tools.slice(0, 1) };
      const parts = contextParts(seen, told);
      const sums = (['system', 'tools', 'messages', 'toolResults', 'todos'] as const).map((part) => {
        const sum = rows(view, part, 'size').rows.reduce((all, { tokens }) => all + tokens, 0);
        expect(sum).toBe(parts[part]);
        return sum;
      });
      expect(sums.reduce((all, one) => all + one, 0)).toBe(sumOf(parts));
      expect(view.sent.map(({ message }) => message)).toEqual(messagesOf(seen));
      for (const [index, { id }] of path.entries()) {
        const why = hiddenAt(view, index)?.why;
        expect(view.sent.some(({ entry }) => entry.id === id)).toBe(why === undefined || why === 'cleared');
      }
    }),
  );
});

test('the line of a message in a tag says what is in it', () => {
  const view = whole(pathOf([said('<system-reminder>\nIt is Monday.\n</system-reminder>'), said('<b>Now</b>')]));
  expect(rows(view, 'messages').rows.map(({ line }) => line)).toEqual(['It is Monday.', '<b>Now</b>']);
});
