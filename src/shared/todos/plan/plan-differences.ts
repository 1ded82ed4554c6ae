import { assertNever } from '../../lib/assert.ts';
import { type Plan, type PlanItem, type PlanStatus, statusWord } from './plan-item.ts';

export type PlanDifference =
  | { readonly type: 'added'; readonly item: PlanItem }
  | { readonly type: 'removed'; readonly item: PlanItem }
  | { readonly type: 'renamed'; readonly item: PlanItem; readonly from: string }
  /** `to`: the phase that it went to, when that is another one; else it only has another place. */
  | { readonly type: 'moved'; readonly item: PlanItem; readonly to?: string | undefined }
  | { readonly type: 'status'; readonly item: PlanItem; readonly from: PlanStatus };

type Place = { readonly item: PlanItem; readonly phase: string | undefined; readonly aside: boolean };

/** What changed between two versions, in the order of the newer one, removed items last. */
export function planDifferences(before: Plan | undefined, after: Plan): readonly PlanDifference[] {
  const earlier = new Map(placesOf(before).map((place) => [place.item.key, place]));
  const places = placesOf(after);
  // What is put aside does not move: it is no longer in the list.
  const stayed = places.filter((place) => !place.aside && !isElsewhere(earlier.get(place.item.key), place));
  const inPlace = inOrder(
    [...earlier.keys()],
    stayed.map(({ item }) => item.key),
  );
  const changes = places.flatMap((place) => changesOf(earlier.get(place.item.key), place, inPlace.has(place.item.key)));
  for (const { item } of places) earlier.delete(item.key);
  return [...changes, ...[...earlier.values()].map(({ item }) => ({ type: 'removed', item }) as const)];
}

function changesOf(old: Place | undefined, place: Place, inPlace: boolean): readonly PlanDifference[] {
  const { item, phase } = place;
  if (old === undefined) return [{ type: 'added', item }];
  const changes: PlanDifference[] = [];
  if (old.item.content !== item.content) changes.push({ type: 'renamed', item, from: old.item.content });
  if (isElsewhere(old, place)) changes.push({ type: 'moved', item, to: phase });
  else if (!inPlace && !place.aside) changes.push({ type: 'moved', item });
  if (old.item.status !== item.status) changes.push({ type: 'status', item, from: old.item.status });
  return changes;
}

/** Whether an item has gone to another phase; a flat list is none. */
function isElsewhere(old: Place | undefined, { phase }: Place): boolean {
  return phase !== undefined && old?.phase !== phase;
}

function placesOf(plan: Plan | undefined): readonly Place[] {
  return (
    plan?.phases.flatMap(({ name: phase, earlier: aside = false, items }) =>
      items.map((item) => ({ item, phase, aside })),
    ) ?? []
  );
}

/** As many of `keys` as can be that stand in the same order as before: the fewest others have moved. */
function inOrder(before: readonly string[], keys: readonly string[]): ReadonlySet<string> {
  const places = new Map(before.map((key, index) => [key, index]));
  type Chain = { readonly place: number; readonly key: string; readonly before: Chain | undefined };
  // By length less one: the chain that ends earliest.
  const chains: Chain[] = [];
  for (const key of keys) {
    const place = places.get(key);
    if (place === undefined) continue;
    const length = firstBehind(chains, place);
    chains[length] = { place, key, before: chains[length - 1] };
  }
  const stay = new Set<string>();
  for (let chain = chains.at(-1); chain !== undefined; chain = chain.before) stay.add(chain.key);
  return stay;
}

/** The index of the first that ends behind a place; they are in the order of their places. */
function firstBehind(chains: readonly { readonly place: number }[], place: number): number {
  let low = 0;
  let high = chains.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((chains[middle]?.place ?? 0) > place) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** One change in a few words: `config → done`. */
export function describeDifference(difference: PlanDifference): string {
  const name = difference.item.id ?? difference.item.content;
  switch (difference.type) {
    case 'added':
      return `${name} added`;
    case 'removed':
      return `${name} removed`;
    case 'renamed':
      return `${difference.from} renamed to ${difference.item.content}`;
    case 'moved':
      return difference.to === undefined ? `${name} moved` : `${name} moved to ${difference.to}`;
    case 'status':
      return `${name} → ${statusWord(difference.item.status)}`;
    default:
      return assertNever(difference);
  }
}
