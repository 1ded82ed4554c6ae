import { expect, test } from 'vitest';
import { planTimes } from '../../../shared/todos/plan-times.ts';
import type { PlanChange, PlanStatus } from '../../../shared/todos/plan.ts';
import { clearedItems } from './cleared.ts';

function change(at: number, statuses: Readonly<Record<string, PlanStatus>>): PlanChange {
  const items = Object.entries(statuses).map(([key, status]) => ({ key, content: key, status }));
  const old = {
    name: 'Old',
    earlier: true as const,
    items: [{ key: 'z', content: 'z', status: 'completed' as const }],
  };
  return { entryId: String(at), at, plan: { phases: [old, { name: 'Now', items }] } };
}

const history = [
  change(0, { a: 'completed', b: 'in_progress', c: 'pending', d: 'blocked' }),
  change(30_000, { a: 'completed', b: 'abandoned', c: 'in_progress', d: 'blocked' }),
];

function cleared(
  delay: number,
  now: number,
): { readonly keys: readonly string[]; readonly nextAt: number | undefined } {
  const newest = history[1];
  if (newest === undefined) throw new Error('two changes');
  const { keys, nextAt } = clearedItems(newest.plan, planTimes(history), delay, now);
  return { keys: [...keys], nextAt };
}

test('what is closed goes after the delay, each in its time', () => {
  expect(cleared(60, 59_999)).toEqual({ keys: [], nextAt: 60_000 });
  expect(cleared(60, 60_000)).toEqual({ keys: ['a'], nextAt: 90_000 });
  expect(cleared(60, 90_000)).toEqual({ keys: ['a', 'b'], nextAt: undefined });
});

test('with no delay it goes at once, with a negative one never', () => {
  expect(cleared(0, 30_000)).toEqual({ keys: ['a', 'b'], nextAt: undefined });
  expect(cleared(-1, 1e12)).toEqual({ keys: [], nextAt: undefined });
});
