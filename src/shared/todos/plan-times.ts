import { type PlanChange, planDifferences, type PlanItem, planItems, type PlanStatus } from './plan.ts';

/** What a plan's history says about one of its items. Times are milliseconds, moments since the epoch. */
export type ItemTimes = {
  /** Time in progress in periods that are over. */
  readonly workedMs: number;
  /** Since when it is in progress, if it is. */
  readonly activeSince?: number;
  /** When it became completed, if it is. */
  readonly completedAt?: number;
  /** The newest change of it: appearing, a new name, a new status. */
  readonly changedAt: number;
  readonly changedBy: string;
};

/** The times of the items in the newest version of a plan, by key; `changedBy` is the entry that wrote the change. */
export function planTimes(history: readonly PlanChange[]): ReadonlyMap<string, ItemTimes> {
  let times: ReadonlyMap<string, ItemTimes> = new Map();
  let before: PlanChange | undefined;
  for (const change of history) {
    const differences = planDifferences(before?.plan, change.plan).filter(({ type }) => type !== 'moved');
    const changed = new Set(differences.map(({ item }) => item.key));
    const earlier = new Map(itemsOf(before).map((item) => [item.key, item.status]));
    times = new Map(
      itemsOf(change).map((item) => {
        const known = times.get(item.key);
        const next =
          known !== undefined && !changed.has(item.key) ? known : stepTimes(known, earlier.get(item.key), item, change);
        return [item.key, next];
      }),
    );
    before = change;
  }
  return times;
}

/** Whether a history whose beginning is not there tells the times of every item: all appeared in the part that is. */
export function tellsAllTimes(history: readonly PlanChange[]): boolean {
  const earlier = new Set(itemsOf(history[0]).map(({ key }) => key));
  return itemsOf(history.at(-1)).every(({ key }) => !earlier.has(key));
}

function itemsOf(change: PlanChange | undefined): readonly PlanItem[] {
  return change === undefined ? [] : planItems(change.plan);
}

function stepTimes(
  known: ItemTimes | undefined,
  from: PlanStatus | undefined,
  { status }: PlanItem,
  { at, entryId }: PlanChange,
): ItemTimes {
  const since = known?.activeSince;
  const goesOn = from === 'in_progress' && status === 'in_progress';
  return {
    workedMs: (known?.workedMs ?? 0) + (since === undefined || goesOn ? 0 : Math.max(0, at - since)),
    activeSince: status === 'in_progress' ? (goesOn ? since : at) : undefined,
    completedAt: status === 'completed' ? (from === 'completed' ? known?.completedAt : at) : undefined,
    changedAt: at,
    changedBy: entryId,
  };
}

/** Time in progress until `now`; `undefined` for an item that never was. */
export function workedMs({ workedMs: past, activeSince }: ItemTimes, now: number): number | undefined {
  const total = past + (activeSince === undefined ? 0 : Math.max(0, now - activeSince));
  return total === 0 && activeSince === undefined ? undefined : total;
}
