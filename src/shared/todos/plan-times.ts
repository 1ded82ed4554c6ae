import { isClosed, type PlanChange, planDifferences, type PlanItem, planItems, type PlanStatus } from './plan.ts';

/** What a plan's history says about one of its items. Times are milliseconds, moments since the epoch. */
export type ItemTimes = {
  /** Time in progress in periods that are over. */
  readonly workedMs: number;
  /** Since when it is in progress, if it is. */
  readonly activeSince?: number;
  /** When it became completed or abandoned, if it is. */
  readonly closedAt?: number;
  /** The newest change of it: appearing, a new name, a new status. */
  readonly changedAt: number;
  readonly changedBy: string;
  /** Whether a person made that change. */
  readonly byPerson: boolean;
};

type Times = ReadonlyMap<string, ItemTimes>;

type Worked = { readonly from: Times; readonly before: PlanChange | undefined; readonly times: Times };

const NONE: Times = new Map();

/** With each change the whole history comes again, of which only the end is new: what each change made of what was before. */
const known = new WeakMap<PlanChange, Worked>();

/** The times of the items in the newest version of a plan, by key; `changedBy` is the entry that wrote the change. */
export function planTimes(history: readonly PlanChange[]): Times {
  let times = NONE;
  let before: PlanChange | undefined;
  for (const change of history) {
    const last = known.get(change);
    const same = last !== undefined && last.from === times && last.before === before;
    const next: Worked = same ? last : { from: times, before, times: afterChange(times, before, change) };
    known.set(change, next);
    times = next.times;
    before = change;
  }
  return times;
}

function afterChange(times: Times, before: PlanChange | undefined, change: PlanChange): Times {
  const differences = planDifferences(before?.plan, change.plan).filter(({ type }) => type !== 'moved');
  const changed = new Set(differences.map(({ item }) => item.key));
  const earlier = new Map(itemsOf(before).map((item) => [item.key, item.status]));
  return new Map(
    itemsOf(change).map((item) => {
      const old = times.get(item.key);
      const next =
        old !== undefined && !changed.has(item.key) ? old : stepTimes(old, earlier.get(item.key), item, change);
      return [item.key, next];
    }),
  );
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
  old: ItemTimes | undefined,
  from: PlanStatus | undefined,
  item: PlanItem,
  { at, entryId, byPerson }: PlanChange,
): ItemTimes {
  const { status } = item;
  const since = old?.activeSince;
  const goesOn = from === 'in_progress' && status === 'in_progress';
  return {
    workedMs: (old?.workedMs ?? 0) + (since === undefined || goesOn ? 0 : Math.max(0, at - since)),
    activeSince: status === 'in_progress' ? (goesOn ? since : at) : undefined,
    closedAt: isClosed(item) ? (from === status ? old?.closedAt : at) : undefined,
    changedAt: at,
    changedBy: entryId,
    byPerson: byPerson === true,
  };
}

/** Time in progress until `now`; `undefined` for an item that never was. */
export function workedMs({ workedMs: past, activeSince }: ItemTimes, now: number): number | undefined {
  const total = past + (activeSince === undefined ? 0 : Math.max(0, now - activeSince));
  return total === 0 && activeSince === undefined ? undefined : total;
}
