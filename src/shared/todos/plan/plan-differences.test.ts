import fc from 'fast-check';
import { expect, test } from 'vitest';
import { describeDifference, planDifferences } from './plan-differences.ts';
import type { Plan, PlanItem, PlanStatus } from './plan-item.ts';

/** `planOf('A: a b=B>')`: a phase with an item of the key `a`, and one that is called `B` and in progress. */
function planOf(...phases: readonly string[]): Plan {
  return {
    phases: phases.map((text) => {
      const [name = '', items = ''] = text.includes(':') ? text.split(': ') : ['', text];
      const read = items.split(' ').filter(Boolean).map(itemOf);
      return name === '' ? { items: read } : { name, items: read };
    }),
  };
}

function itemOf(text: string): PlanItem {
  const [, key = '', content = key, mark = ''] = /^(\w+)(?:=(\w+))?([>+]?)$/.exec(text) ?? [];
  const status: PlanStatus = mark === '>' ? 'in_progress' : mark === '+' ? 'completed' : 'pending';
  return { key, content, status };
}

function told(before: Plan | undefined, after: Plan): readonly string[] {
  return planDifferences(before, after).map(describeDifference);
}

test.each<[string, Plan | undefined, Plan, readonly string[]]>([
  ['a first plan', undefined, planOf('a b'), ['a added', 'b added']],
  ['nothing', planOf('a b>'), planOf('a b>'), []],
  ['what is new and what is gone', planOf('a b c'), planOf('b d'), ['d added', 'a removed', 'c removed']],
  ['a new name and a new status', planOf('a b'), planOf('a=A> b'), ['a renamed to A', 'A → in progress']],
  ['one that went up', planOf('a b c d'), planOf('d a b c'), ['d moved']],
  ['one that went down', planOf('a b c d'), planOf('b c a d'), ['a moved']],
  ['two that changed places', planOf('a b c d'), planOf('a c b d'), ['c moved']],
  ['no move for what only made room', planOf('a b c'), planOf('x a c y'), ['x added', 'y added', 'b removed']],
  ['another phase', planOf('A: a b', 'B: c'), planOf('A: a', 'B: b c'), ['b moved to B']],
  ['another phase and another status', planOf('A: a', 'B: b'), planOf('A: ', 'B: b a+'), ['a moved to B', 'a → done']],
])('tells of %s', (_, before, after, expected) => {
  expect(told(before, after)).toEqual(expected);
});

test('differences hold the items as they are now, those that are gone as they were', () => {
  expect(planDifferences(planOf('a b'), planOf('A: a=A+'))).toEqual([
    { type: 'renamed', item: { key: 'a', content: 'A', status: 'completed' }, from: 'a' },
    { type: 'moved', item: { key: 'a', content: 'A', status: 'completed' }, to: 'A' },
    { type: 'status', item: { key: 'a', content: 'A', status: 'completed' }, from: 'pending' },
    { type: 'removed', item: { key: 'b', content: 'b', status: 'pending' } },
  ]);
});

test('items that are not said to have moved stand in the order that they had', () => {
  const keys = fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'), { maxLength: 6 });
  const flat = (list: readonly string[]): Plan => planOf(list.join(' '));
  fc.assert(
    fc.property(keys, keys, (before, after) => {
      const moved = new Set(
        planDifferences(flat(before), flat(after)).flatMap(({ type, item }) => (type === 'moved' ? [item.key] : [])),
      );
      const stayed = (list: readonly string[], others: readonly string[]) =>
        list.filter((key) => others.includes(key) && !moved.has(key));
      expect(stayed(after, before)).toEqual(stayed(before, after));
    }),
  );
});

test('what is put aside has not moved', () => {
  const [before] = planOf('A: a b+ c d+').phases;
  const [aside, open] = planOf('A: b+ d+', 'A: a c').phases;
  if (before === undefined || aside === undefined || open === undefined) throw new Error('three phases');
  expect(planDifferences({ phases: [before] }, { phases: [{ ...aside, earlier: true }, open] })).toEqual([]);
});
