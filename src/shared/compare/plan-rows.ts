import { atOnce } from '../lib/in-steps.ts';
import type { Plan, PlanItem } from '../todos/plan.ts';
import { align } from './align.ts';

export type PlacedItem = {
  readonly item: PlanItem;
  /** The name of its phase, where the plan has phases. */
  readonly phase?: string;
};

/** `place`: another phase, or elsewhere among the others. */
export type ItemDifference = 'content' | 'status' | 'note' | 'place';

/** An item of two plans, or of one of them alone. */
export type PlanRow = {
  readonly left?: PlacedItem;
  readonly right?: PlacedItem;
  readonly differs: readonly ItemDifference[];
};

type Placed = PlacedItem & {
  /** The same for the same item on both sides. */
  readonly identity: string;
};

/**
 * Two plans side by side. An item is the same as one with its id or, where that finds none, with its content; items that
 * stand in another order keep the place that they have on the left.
 */
export function planRows(left: Plan | undefined, right: Plan | undefined): readonly PlanRow[] {
  const [ours, theirs] = identified(placed(left), placed(right));
  const there = new Map(theirs.map((item) => [item.identity, item]));
  const here = new Set(ours.map(({ identity }) => identity));
  return atOnce(align(ours, theirs, [({ identity }) => identity])).flatMap((pair): readonly PlanRow[] => {
    if (pair.left === undefined) return here.has(pair.right.identity) ? [] : [rowOf(undefined, pair.right, false)];
    const other = pair.right ?? there.get(pair.left.identity);
    return [rowOf(pair.left, other, pair.right === undefined)];
  });
}

function rowOf(left: Placed | undefined, right: Placed | undefined, moved: boolean): PlanRow {
  const sides = {
    ...(left === undefined ? {} : { left: withoutIdentity(left) }),
    ...(right === undefined ? {} : { right: withoutIdentity(right) }),
  };
  if (left === undefined || right === undefined) return { ...sides, differs: [] };
  const differs: ItemDifference[] = [];
  if (left.item.content !== right.item.content) differs.push('content');
  if (left.item.status !== right.item.status) differs.push('status');
  if (left.item.note !== right.item.note) differs.push('note');
  if (moved || left.phase !== right.phase) differs.push('place');
  return { ...sides, differs };
}

function withoutIdentity({ item, phase }: Placed): PlacedItem {
  return phase === undefined ? { item } : { item, phase };
}

/** Whether a row is not the same on both sides. */
export function planRowDiffers({ left, right, differs }: PlanRow): boolean {
  return left === undefined || right === undefined || differs.length > 0;
}

function placed(plan: Plan | undefined): readonly PlacedItem[] {
  return (
    plan?.phases.flatMap(({ name: phase, items }) =>
      items.map((item) => (phase === undefined ? { item } : { item, phase })),
    ) ?? []
  );
}

function identified(
  left: readonly PlacedItem[],
  right: readonly PlacedItem[],
): readonly [readonly Placed[], readonly Placed[]] {
  const partners = new Map<PlacedItem, PlacedItem>();
  for (const key of [idOf, contentOf]) {
    const taken = new Set(partners.values());
    const free = Map.groupBy(right.filter((item) => !taken.has(item)).reverse(), key);
    for (const one of left) {
      if (partners.has(one) || key(one) === undefined) continue;
      const other = free.get(key(one))?.pop();
      if (other !== undefined) partners.set(one, other);
    }
  }
  const names = new Map<PlacedItem, string>();
  for (const [at, [one, other]] of [...partners].entries()) {
    names.set(one, `both ${at}`);
    names.set(other, `both ${at}`);
  }
  const named = (side: string, items: readonly PlacedItem[]): readonly Placed[] =>
    items.map((item, at) => ({ ...item, identity: names.get(item) ?? `${side} ${at}` }));
  return [named('left', left), named('right', right)];
}

function idOf({ item }: PlacedItem): string | undefined {
  return item.id;
}

function contentOf({ item }: PlacedItem): string | undefined {
  return item.content;
}
