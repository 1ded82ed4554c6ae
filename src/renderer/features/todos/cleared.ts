import { isClosed, type Plan } from '../../../shared/todos/plan.ts';
import type { ItemTimes } from '../../../shared/todos/plan-times.ts';

export type Cleared = {
  /** The keys of the items that are out of sight. */
  readonly keys: ReadonlySet<string>;
  /** When the next one goes (ms since the epoch), if one does. */
  readonly nextAt: number | undefined;
};

/**
 * What was closed so long ago that the panel hides it. `delay`: in seconds, negative: never. `now`: the end of the work,
 * once it has ended. What was closed in earlier runs is folded away as it is.
 */
export function clearedItems(
  { phases }: Plan,
  times: ReadonlyMap<string, ItemTimes>,
  delay: number,
  now: number,
): Cleared {
  if (delay < 0) return { keys: new Set(), nextAt: undefined };
  const due = phases
    .filter(({ earlier }) => earlier !== true)
    .flatMap(({ items }) => items.filter(isClosed))
    .flatMap(({ key }) => {
      const closedAt = times.get(key)?.closedAt;
      return closedAt === undefined ? [] : [{ key, at: closedAt + delay * 1000 }];
    });
  const later = due.filter(({ at }) => at > now).map(({ at }) => at);
  return {
    keys: new Set(due.filter(({ at }) => at <= now).map(({ key }) => key)),
    nextAt: later.length === 0 ? undefined : Math.min(...later),
  };
}
