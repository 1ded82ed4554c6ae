import { assertNever } from '../../lib/assert.ts';
import { itemKeys } from './item-keys.ts';
import { type Plan, type PlanItem, planItems } from './plan-item.ts';
import type { PlanWrite, WholeItem, WrittenItem, WrittenPhase } from './plan-write.ts';

/** The plan after a write; `undefined` when that changes nothing. */
export function applyWrite(before: Plan | undefined, write: PlanWrite): Plan | undefined {
  const after = planOf(before, phasesAfter(before?.phases ?? [], write));
  if (before === undefined) return write.type === 'update' ? undefined : after;
  // Plans are made here alone, their fields always in the same order.
  return JSON.stringify(after) === JSON.stringify(before) ? undefined : after;
}

function phasesAfter(before: readonly WrittenPhase[], write: PlanWrite): readonly WrittenPhase[] {
  switch (write.type) {
    case 'replace':
      return write.phases;
    case 'update':
      return change(before, write.items);
    case 'merge': {
      const known = before.flatMap(({ items }) => items);
      const added = write.items.filter((item) => !known.some((one) => isSame(one, item))).flatMap(asWhole);
      const changed = change(before, write.items);
      const last = changed.at(-1) ?? { items: [] };
      return [...changed.slice(0, -1), { ...last, items: [...last.items, ...added] }];
    }
    default:
      return assertNever(write);
  }
}

function change(phases: readonly WrittenPhase[], written: readonly WrittenItem[]): readonly WrittenPhase[] {
  return phases.map((phase) => ({
    ...phase,
    items: phase.items.map((known) =>
      written
        .filter((item) => isSame(known, item))
        .reduce((item: WholeItem, changes) => ({ ...item, ...changes }), known),
    ),
  }));
}

function isSame(known: WholeItem, item: WrittenItem): boolean {
  return known.id !== undefined && item.id !== undefined ? known.id === item.id : known.content === item.content;
}

function asWhole({ content, status = 'pending', ...item }: WrittenItem): readonly WholeItem[] {
  return content === undefined ? [] : [{ ...item, content, status }];
}

function planOf(before: Plan | undefined, phases: readonly WrittenPhase[]): Plan {
  const known = before === undefined ? [] : planItems(before);
  const keys = itemKeys(
    known,
    phases.flatMap(({ items }) => items),
  ).values();
  return {
    phases: phases.map(({ name, earlier, items }) => ({
      ...(name === undefined ? {} : { name }),
      ...(earlier === undefined ? {} : { earlier }),
      items: items.map((item) => toPlanItem(item, keys.next().value ?? item.content)),
    })),
  };
}

function toPlanItem({ id, content, status, note }: WholeItem, key: string): PlanItem {
  return {
    key,
    ...(id === undefined ? {} : { id }),
    content,
    status,
    ...(note === undefined || status !== 'blocked' ? {} : { note }),
  };
}
