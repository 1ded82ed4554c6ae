import { useEffect, useState } from 'react';
import type { ItemTimes } from '../../../shared/todos/plan-times.ts';

const SHOWN_MS = 2000;

/**
 * The keys of items that were completed in the last two seconds, before the person's eyes: not of those that came
 * completed. `newestAt`: of the plan's newest change.
 */
export function useJustCompleted(times: ReadonlyMap<string, ItemTimes>, newestAt: number): ReadonlySet<string> {
  // Marks of completions up to this moment are over.
  const [over, setOver] = useState(newestAt);
  const fresh = [...times].flatMap(([key, { completedAt }]) =>
    completedAt !== undefined && completedAt > over ? [{ key, completedAt }] : [],
  );
  const oldest = fresh.length === 0 ? undefined : Math.min(...fresh.map((one) => one.completedAt));
  useEffect(() => {
    if (oldest === undefined) return undefined;
    const timer = setTimeout(() => setOver(oldest), Math.max(0, oldest + SHOWN_MS - Date.now()));
    return () => clearTimeout(timer);
  }, [oldest]);
  return new Set(fresh.map((one) => one.key));
}
