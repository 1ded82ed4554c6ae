import { useEffect, useState } from 'react';
import { type PlanChange, type PlanItem, planItems } from '../../../shared/todos/plan.ts';
import type { ItemTimes } from '../../../shared/todos/plan-times.ts';

const SHOWN_MS = 2000;

/** The items that were completed in the last two seconds, before the person's eyes: not those that came completed. */
export function useJustCompleted({ plan, at }: PlanChange, times: ReadonlyMap<string, ItemTimes>): readonly PlanItem[] {
  // Marks of completions up to this moment are over.
  const [over, setOver] = useState(at);
  const fresh = planItems(plan).flatMap((item) => {
    const closedAt = item.status === 'completed' ? times.get(item.key)?.closedAt : undefined;
    return closedAt !== undefined && closedAt > over ? [{ item, closedAt }] : [];
  });
  const oldest = fresh.length === 0 ? undefined : Math.min(...fresh.map(({ closedAt }) => closedAt));
  useEffect(() => {
    if (oldest === undefined) return undefined;
    const timer = setTimeout(() => setOver(oldest), Math.max(0, oldest + SHOWN_MS - Date.now()));
    return () => clearTimeout(timer);
  }, [oldest]);
  return fresh.map(({ item }) => item);
}
