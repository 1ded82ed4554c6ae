import { expect, it } from 'vitest';
import type { ComparedSide } from '../../../shared/compare/comparison.ts';
import { NO_USAGE, type UsageTotal } from '../../../shared/run/usage.ts';
import { facts, lineWords, sideName } from './compare-words.ts';

function side(usage: Partial<UsageTotal>, rest: Partial<ComparedSide> = {}): ComparedSide {
  return {
    threadId: 't',
    title: 'T',
    entryId: 'e',
    line: 'Done',
    status: 'finished',
    totals: { steps: 2, calls: 3, failedCalls: 0, ms: 1500, usage: { ...NO_USAGE, calls: 1, ...usage } },
    ...rest,
  };
}

it('tells figures of both sides and how the right differs', () => {
  const left = side({ input: 1000, cost: 0.5 }, { plan: { done: 1, total: 3 } });
  const right = side({ input: 400, cost: 0.25 }, { plan: { done: 3, total: 3 } });
  const told = facts({ left, right }).map(({ name, ...rest }) => [name, rest.left, rest.right, rest.change].join(' '));
  expect(told).toEqual([
    'Time 1.5s 1.5s ',
    'Steps 2 2 ',
    'Calls 3 3 ',
    'Failed calls 0 0 ',
    'Tokens 1k 400 −600',
    'Cost $0.50 $0.25 −$0.25',
    'Plan 1/3 3/3 +2',
  ]);
});

it('does not reckon with a cost that nobody told', () => {
  const cost = facts({ left: side({ unpriced: 1 }), right: side({ cost: 0.25 }) }).find(({ name }) => name === 'Cost');
  expect(cost).toEqual({ name: 'Cost', left: 'unpriced', right: '$0.25', change: '' });
});

it('names a side by its run, its label, its last line', () => {
  expect(sideName(side({}, { run: { runId: 'r', number: 2 }, label: 'x' }))).toBe('Run 2');
  expect(sideName(side({}, { label: 'Fast one' }))).toBe('Fast one');
  expect(sideName(side({}))).toBe('Done');
  expect(sideName(side({}, { line: '' }))).toBe('Without words');
});

it('says a step in one line', () => {
  expect(lineWords({ kind: 'answer', entryId: 'e', name: '', text: ' **Done**\n\nAll of it' })).toEqual({
    verb: 'Answer',
    text: 'Done All of it',
  });
  expect(lineWords({ kind: 'call', entryId: 'e', callId: 'c', name: 'read_file', text: '{"path":"a.ts"}' })).toEqual({
    icon: 'read',
    verb: 'Read',
    text: 'a.ts',
  });
});
