import { expect, test } from 'vitest';
import { resultProblem, toolNames, travelChanges } from './travel-form.ts';

const from = { callId: 'x', content: 'old', isError: false };
const form = { result: 'old', isError: false, context: ' ', withoutTools: [] };

test('only what differs is changed', () => {
  expect(travelChanges(form, from)).toBeUndefined();
  expect(travelChanges({ ...form, result: 'new' }, from)).toEqual({
    result: { callId: 'x', content: 'new', isError: false },
  });
  expect(travelChanges({ ...form, isError: true, context: ' Be quick. ', withoutTools: ['read'] }, from)).toEqual({
    result: { callId: 'x', content: 'old', isError: true },
    context: 'Be quick.',
    withoutTools: ['read'],
  });
});

test('a result that was JSON must stay JSON', () => {
  expect(resultProblem('{', '{"a": 1}')).toBe('The result was JSON; this is none');
  expect(resultProblem('{"a": 2}', '{"a": 1}')).toBeUndefined();
  expect(resultProblem('{', '[x] a')).toBeUndefined();
});

test('tools go by their names', () => {
  expect(toolNames([{ name: 'read' }, { name: 1 }, null])).toEqual(['read']);
  expect(toolNames(undefined)).toEqual([]);
});
