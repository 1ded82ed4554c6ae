import { expect, test } from 'vitest';
import type { PlanItem } from '../../shared/todos/plan.ts';
import { headedPhases } from './headed-phases.ts';

const titles = (...names: readonly (string | undefined)[]) =>
  headedPhases({ phases: names.map((name) => ({ ...(name === undefined ? {} : { name }), items: [] })) }).map(
    ({ title }) => title,
  );

test('several phases have roman numerals, one has none, a flat list no heading', () => {
  expect(titles('Read', 'Write')).toEqual(['I. Read', 'II. Write']);
  expect(titles('Read')).toEqual(['Read']);
  expect(titles(undefined)).toEqual([undefined]);
  const many = titles(...Array.from({ length: 90 }, () => 'x'));
  expect([4, 9, 14, 19, 40, 49, 90].map((number) => many[number - 1])).toEqual(
    ['IV', 'IX', 'XIV', 'XIX', 'XL', 'XLIX', 'XC'].map((numeral) => `${numeral}. x`),
  );
});

test('what is put aside comes first, under one heading without a number', () => {
  const item = (key: string): PlanItem => ({ key, content: key, status: 'completed' });
  const phases = [
    { name: 'Old', earlier: true as const, items: [item('a')] },
    { name: 'Older', earlier: true as const, items: [item('b')] },
    { name: 'Read', items: [] },
    { name: 'Write', items: [] },
  ];
  expect(headedPhases({ phases })).toEqual([
    { key: 'earlier', title: 'Earlier', earlier: true, items: [item('a'), item('b')] },
    { key: 'phase Read', name: 'Read', title: 'I. Read', earlier: false, items: [] },
    { key: 'phase Write', name: 'Write', title: 'II. Write', earlier: false, items: [] },
  ]);
});
