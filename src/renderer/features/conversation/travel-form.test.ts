import { expect, test } from 'vitest';
import {
  keptForm,
  resultProblem,
  toolNames,
  travelChanges,
  travelForm,
  travelParent,
  withCall,
} from './travel-form.ts';
import type { TravelStep } from './travel-steps.ts';

const step: TravelStep = {
  messageId: 'a',
  parentId: 'm',
  line: '',
  calls: [
    { callId: 'x', name: 'read', arguments: '{}', content: 'old', isError: false },
    { callId: 'y', name: 'run', arguments: '{}', content: 'no', isError: true },
  ],
  asked: { parentId: 'above', text: 'Go' },
};
const form = travelForm(step);

test('only what differs is changed', () => {
  expect(travelChanges(form, step)).toBeUndefined();
  expect(travelChanges({ ...form, result: 'new' }, step)).toEqual({
    result: { callId: 'x', content: 'new', isError: false },
  });
  expect(travelChanges({ ...form, isError: true, context: ' Be quick. ', withoutTools: ['read'] }, step)).toEqual({
    result: { callId: 'x', content: 'old', isError: true },
    context: 'Be quick.',
    withoutTools: ['read'],
  });
});

test('of a result and a message one is changed: the one that is in sight', () => {
  const both = { ...form, result: 'new', message: ' Stop ' };
  expect(travelChanges({ ...both, subject: 'message' }, step)).toEqual({ message: 'Stop' });
  expect(travelChanges({ ...both, subject: 'neither' }, step)).toBeUndefined();
  expect(travelChanges({ ...form, subject: 'message', message: ' ' }, step)).toBeUndefined();
});

test('a step begins with the call that was pointed at, and without calls with its message', () => {
  expect(travelForm(step, 'y')).toMatchObject({ subject: 'result', callId: 'y' });
  expect(travelForm({ ...step, calls: [] })).toMatchObject({ subject: 'message' });
  expect(travelForm({ messageId: 'a', parentId: null, line: '', calls: [] })).toMatchObject({ subject: 'neither' });
});

test('what is left alone is no change, whatever comes of it while the form is open', () => {
  const calls = step.calls.map((call) => ({ ...call, content: 'came later', isError: true }));
  expect(travelChanges(form, { ...step, calls })).toBeUndefined();
  expect(travelChanges({ ...form, result: 'old' }, { ...step, calls })).toEqual({
    result: { callId: 'x', content: 'old', isError: true },
  });
  expect(travelChanges(withCall({ ...form, result: 'new', isError: true }, 'y'), step)).toBeUndefined();
});

test('a form comes back from its text, and from nothing else', () => {
  const filled = { ...form, result: '{"__proto__": 1}', context: 'x', withoutTools: ['__proto__'] };
  expect(keptForm(JSON.stringify(filled))).toEqual(filled);
  for (const text of ['', '{', 'null', '{"context": "x"}', JSON.stringify({ ...filled, subject: 'else' })])
    expect(keptForm(text)).toBeUndefined();
});

test('files are offered as they were where the branch begins', () => {
  expect(travelParent({ result: { callId: 'x', content: '' } }, step)).toBe('a');
  expect(travelParent({ message: 'Stop' }, step)).toBe('above');
  expect(travelParent(undefined, step)).toBe('m');
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
