import { useEffect, useState } from 'react';
import { DEFAULT_SETTINGS } from '../../../shared/settings.ts';
import type { PlanChange } from '../../../shared/todos/plan.ts';
import type { ItemTimes } from '../../../shared/todos/plan-times.ts';
import { useAnswer } from '../../data/queries.ts';
import { clearedItems } from './cleared.ts';

/** The keys of the items that the panel hides by now. `until`: when the work ended, if it has. */
export function useCleared(
  { plan }: PlanChange,
  times: ReadonlyMap<string, ItemTimes>,
  until: number | undefined,
): ReadonlySet<string> {
  const delay = useAnswer('settings.get', {}).data?.todoClearDelay ?? DEFAULT_SETTINGS.todoClearDelay;
  const [now, setNow] = useState(() => Date.now());
  const { keys, nextAt } = clearedItems(plan, times, delay, until ?? now);
  useEffect(() => {
    if (nextAt === undefined || until !== undefined) return undefined;
    const timer = setTimeout(() => setNow(Math.max(nextAt, Date.now())), Math.max(0, nextAt - Date.now()));
    return () => clearTimeout(timer);
  }, [nextAt, until]);
  return keys;
}
