import type { PlanItem } from '../../../shared/todos/plan.ts';

const MOST = 4;

/** A few items of a plan around the one under way: the one before it, and what comes next. */
export function itemsInSight(items: readonly PlanItem[]): readonly PlanItem[] {
  const current = items.findIndex(({ status }) => status === 'in_progress');
  const next = current === -1 ? items.findIndex(({ status }) => status === 'pending') : current;
  const from = next === -1 ? items.length - MOST : next - 1;
  const start = Math.max(0, Math.min(from, items.length - MOST));
  return items.slice(start, start + MOST);
}
