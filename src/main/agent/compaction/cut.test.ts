import { expect, test } from 'vitest';
import type { PathBody, PathEntry } from '../../../shared/thread/entry.ts';
import { cutIndex } from './cut.ts';

/** Each takes 4 tokens more than its text's letters are quarters of. */
const person = (letters: number): PathBody => ({ kind: 'user_message', text: 'x'.repeat(letters), origin: 'person' });
const answer = (letters: number, ...ids: readonly string[]): PathBody => ({
  kind: 'assistant_message',
  step: 1,
  model: 'm',
  text: 'x'.repeat(letters),
  reasoning: '',
  calls: ids.map((id) => ({ id, name: '', arguments: '' })),
  finish: 'stop',
  sentAt: 0,
});
const result = (letters: number): PathBody => ({
  kind: 'tool_result',
  messageId: '',
  callId: '',
  toolName: 'read',
  content: 'x'.repeat(letters),
  isError: false,
});
const branch = (...bodies: readonly PathBody[]): readonly PathEntry[] =>
  bodies.map((body, seq) => ({ id: String(seq), threadId: '', seq, at: 0, v: 1, parentId: null, ...body }));

const TURNS = branch(
  person(400),
  answer(400, 'a', 'b'),
  result(80),
  result(80),
  person(40),
  answer(40, 'c'),
  result(40),
);

test.each([
  // 40 letters are 14 tokens, and a call takes 4 more.
  ['the newest step', 32, 5],
  ['not quite its message', 45, 5],
  ['the newest turn', 46, 4],
  ['and no result without its call', 100, 4],
  ['not a call without both results', 123, 4],
  ['nothing', 0, 7],
])('%s stays', (_, keep, cut) => {
  expect(cutIndex(TURNS, keep)).toBe(cut);
});

test('never more than half stays, and the newest step may be all of that', () => {
  expect(cutIndex(TURNS, 1_000_000)).toBe(4);
  expect(cutIndex(TURNS, 1)).toBe(5);
  expect(cutIndex(branch(person(40), answer(400, 'a'), result(4000)), 1_000_000)).toBe(3);
});

test('what nobody has answered stays in any case', () => {
  expect(cutIndex(branch(person(40), answer(40), person(4000)), 10)).toBe(2);
  expect(cutIndex(branch(person(4000)), 0)).toBe(0);
});
