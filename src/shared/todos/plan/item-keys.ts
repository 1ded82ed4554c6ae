import type { PlanItem } from './plan-item.ts';
import type { WholeItem } from './plan-write.ts';

/**
 * The keys of `items`, in order: those of the known items that they are, and new ones for the others. An item is known by
 * its id; where either has none, by its content; and in a list as long as before, in which some are known, by its place.
 */
export function itemKeys(known: readonly PlanItem[], items: readonly WholeItem[]): readonly string[] {
  const left = new Set(known);
  const claim = (item: PlanItem | undefined): string | undefined => {
    if (item !== undefined) left.delete(item);
    return item?.key;
  };
  const byId = new Map(known.map((item) => [item.id, item]));
  const ids = items.map(({ id }) => (id === undefined ? undefined : claim(byId.get(id))));

  const byContent = Map.groupBy(left, ({ content }) => content);
  const contents = items.map(({ id, content }, index) => {
    if (ids[index] !== undefined) return ids[index];
    const same = byContent.get(content);
    const at = same?.findIndex((item) => id === undefined || item.id === undefined) ?? -1;
    return at < 0 ? undefined : claim(same?.splice(at, 1)[0]);
  });

  const inPlace = known.length === items.length && contents.some((key) => key !== undefined);
  const taken = new Set(known.map(({ key }) => key));
  return items.map(({ id, content }, index) => {
    const key = contents[index];
    if (key !== undefined) return key;
    const there = known[index];
    if (inPlace && id === undefined && there !== undefined && there.id === undefined && left.has(there))
      return there.key;
    return freshKey(id ?? content, taken);
  });
}

function freshKey(name: string, taken: Set<string>): string {
  let key = name;
  for (let n = 2; taken.has(key); n += 1) key = `${name} (${n})`;
  taken.add(key);
  return key;
}
