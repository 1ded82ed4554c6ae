import { expect, test } from 'vitest';
import type { PlanItem, PlanStatus } from '../../../shared/todos/plan.ts';
import { itemsInSight } from './items-in-sight.ts';

function seen(statuses: string): string {
  const names: Readonly<Record<string, PlanStatus>> = { x: 'completed', '>': 'in_progress', '.': 'pending' };
  const items = statuses
    .split('')
    .map((mark, index): PlanItem => ({ key: String(index), content: '', status: names[mark] ?? 'blocked' }));
  return itemsInSight(items)
    .map(({ key }) => key)
    .join('');
}

test.each([
  ['', ''],
  ['>', '0'],
  ['>.....', '0123'],
  ['xx>...', '1234'],
  ['xxxxx>', '2345'],
  ['xxx...', '2345'],
  ['xxxxxx', '2345'],
])('of %j', (statuses, keys) => {
  expect(seen(statuses)).toBe(keys);
});
