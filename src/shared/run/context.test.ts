import { expect, test } from 'vitest';
import { fold } from '../lib/fold.ts';
import type { Entry, NoteBody, PathBody, PathEntry } from '../thread/entry.ts';
import { contextParts, contextSize, countedFold, sumOf } from './context.ts';
import { estimateTokens } from './estimate-tokens.ts';

const stamp = (id: string) => ({ id, threadId: 't', seq: 0, at: 0, v: 1 });
const path = (id: string, body: PathBody): PathEntry => ({ ...stamp(id), parentId: null, ...body });
const note = (targetId: string, body: NoteBody): Entry => ({ ...stamp(`about ${targetId}`), targetId, ...body });
const usage = (input: number, output: number): NoteBody => ({
  kind: 'usage',
  model: 'm',
  tokens: { input, output, cacheRead: 0, cacheWrite: 0, reasoning: 0 },
});

const asked = path('u', { kind: 'user_message', text: 'x'.repeat(40), origin: 'person' });
const answered = path('a', {
  kind: 'assistant_message',
  step: 1,
  model: 'm',
  text: '',
  reasoning: 'not sent back',
  calls: [
    { id: '1', name: 'read', arguments: '{"path":"a"}' },
    { id: '2', name: 'write_todos', arguments: '{}' },
  ],
  finish: 'tool_calls',
  sentAt: 0,
});
const result = (id: string, toolName: string, letters: number): PathEntry =>
  path(id, { kind: 'tool_result', messageId: 'a', callId: id, toolName, content: 'x'.repeat(letters), isError: false });
const BRANCH = [asked, answered, result('1', 'read', 400), result('2', 'write_todos', 80)];
const FRAME = { instructions: 'x'.repeat(80), tools: [{ name: 'read' }] };
const count = (tokens: number, estimated: boolean) => ({ tokens, estimated });

test('a context is counted by what it is spent on', () => {
  const parts = { system: 24, tools: 4, messages: 14 + 4 + (1 + 3 + 4) + (3 + 1 + 4), toolResults: 104, todos: 24 };
  expect(contextParts(BRANCH, FRAME)).toEqual(parts);
  expect(contextSize(BRANCH, FRAME, undefined)).toEqual(count(sumOf(parts), true));
  const cleared = path('c', {
    kind: 'outputs_cleared',
    trigger: 'threshold',
    untilId: 'u2',
    before: count(0, true),
    after: count(70, true),
  });
  const next = path('u2', { kind: 'user_message', text: '', origin: 'person' });
  expect(contextParts([...BRANCH, next, cleared], FRAME)).toMatchObject({ toolResults: 26, todos: 24 });
});

test('what the provider counted is taken, and only what came since is estimated', () => {
  const { counted } = fold(countedFold, [asked, answered, note('a', usage(500, 30))]);
  expect(counted).toEqual({ entryId: 'a', ...count(530, false) });
  expect(contextSize(BRANCH.slice(0, 2), FRAME, counted)).toEqual(count(530, false));
  expect(contextSize(BRANCH, FRAME, counted)).toEqual(count(530 + 104 + 24, true));
  // On a branch that does not hold it, it counts for nothing.
  expect(contextSize([asked], FRAME, counted)).toEqual(count(14 + 24 + 4, true));
});

test('nothing but an answer’s own usage counts its branch, and what compaction left does', () => {
  const first = [asked, answered, note('a', usage(500, 30))];
  // The cost of a summary that came to nothing.
  expect(fold(countedFold, [...first, note('a', usage(9000, 1))]).counted?.tokens).toBe(530);
  expect(fold(countedFold, [asked, answered, note('a', usage(0, 0))]).counted).toBeUndefined();
  const compaction = path('c', {
    kind: 'compaction',
    trigger: 'person',
    summary: 'Short.',
    model: 'm',
    firstKeptId: null,
    before: count(530, false),
    after: count(40, true),
    durationMs: 0,
  });
  const { counted } = fold(countedFold, [...first, compaction, note('c', usage(600, 5))]);
  expect(counted).toEqual({ entryId: 'c', ...count(40, true) });
  expect(contextSize([...BRANCH, compaction, asked], FRAME, counted)).toEqual(count(54, true));
});

test.each([
  ['', 0],
  ['word', 1],
  ['a sentence of some words', 6],
  ['слово за слово', 6],
  ['一二三四', 3],
  ['x'.repeat(1_000_000), 250_000],
  ['漢'.repeat(100_000), 75_000],
])('about so many tokens: %#', (text, tokens) => {
  expect(estimateTokens(text)).toBe(tokens);
});
