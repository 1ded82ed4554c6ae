import { expect, test } from 'vitest';
import type { PlanChange } from '../../../shared/todos/plan.ts';
import { momentOf } from './plan-moment.ts';

function change(entryId: string, ...keys: readonly string[]): PlanChange {
  const items = keys.map((key) => ({ key, content: key, status: 'pending' as const }));
  return { entryId, at: 1, plan: { phases: [{ items }] } };
}

const history = [change('e1', 'a'), change('e2', 'a', 'b'), change('e3', 'b')];

function at(entryId: string | undefined, hasEarlier = false) {
  const moment = momentOf(history, hasEarlier, entryId);
  return moment && [moment.index, moment.differences?.map(({ type, item }) => `${item.key} ${type}`)];
}

test('a moment is that of its entry, else the newest, and tells what changed there', () => {
  expect(at('e2')).toEqual([1, ['b added']]);
  expect(at(undefined)).toEqual([2, ['a removed']]);
  expect(at('of another branch')).toEqual([2, ['a removed']]);
  expect(momentOf([], false, undefined)).toBeUndefined();
});

test('what the first one changed is known only where nothing came before it', () => {
  expect(at('e1')).toEqual([0, ['a added']]);
  expect(at('e1', true)).toEqual([0, undefined]);
});
