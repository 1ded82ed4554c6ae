import type { Plan, PlanItem } from '../../../shared/todos/plan.ts';
import type { TodoEdit } from '../../../shared/todos/edits/todo-edit.ts';

/** What an item goes by in an edit: flat lists have ids, in phases the content is one. */
export function taskOf({ id, content }: PlanItem): string {
  return id ?? content;
}

/** Before or behind another item, or at the beginning of a phase. */
export type DropPlace =
  | { readonly type: 'before' | 'after'; readonly key: string }
  | { readonly type: 'into'; readonly phase: string };

/** The edit that brings an item to a place; `undefined` where it is there already, or where nothing can be moved. */
export function moveTo(plan: Plan, key: string, place: DropPlace): TodoEdit | undefined {
  const from = placeOf(plan, key);
  if (from === undefined) return undefined;
  const to = place.type === 'into' ? startOf(plan, place.phase) : beside(plan, from, place.type, place.key);
  if (to === undefined || (to.phase === from.phase && to.index === from.index)) return undefined;
  return moved(from.item, from.phase, to);
}

/** The edit that brings an item one place up (-1) or down (1): from the edge of its phase into the next one. */
export function moveBy(plan: Plan, key: string, step: -1 | 1): TodoEdit | undefined {
  const from = placeOf(plan, key);
  if (from === undefined) return undefined;
  const index = from.index + step;
  if (index >= 0 && index < from.phase.items.length) return moved(from.item, from.phase, { phase: from.phase, index });
  const phases = own(plan);
  const phase = phases[phases.indexOf(from.phase) + step];
  return phase && moved(from.item, from.phase, { phase, index: step === 1 ? 0 : phase.items.length });
}

type PlanPhase = Plan['phases'][number];
type Place = { readonly phase: PlanPhase; readonly index: number };

/** What was closed in earlier runs stays where it is. */
function own({ phases }: Plan): readonly PlanPhase[] {
  return phases.filter(({ earlier }) => earlier !== true);
}

function placeOf(plan: Plan, key: string): (Place & { readonly item: PlanItem }) | undefined {
  for (const phase of own(plan)) {
    const index = phase.items.findIndex((item) => item.key === key);
    const item = phase.items[index];
    if (item !== undefined) return { phase, index, item };
  }
  return undefined;
}

function startOf(plan: Plan, name: string): Place | undefined {
  const phase = own(plan).find((one) => one.name === name);
  return phase && { phase, index: 0 };
}

function beside(plan: Plan, from: Place, side: 'before' | 'after', key: string): Place | undefined {
  const to = placeOf(plan, key);
  if (to === undefined) return undefined;
  const index = to.index + (side === 'after' ? 1 : 0);
  // The item itself is taken out first.
  return { phase: to.phase, index: to.phase === from.phase && from.index < index ? index - 1 : index };
}

function moved(item: PlanItem, from: PlanPhase, { phase, index }: Place): TodoEdit {
  const task = taskOf(item);
  return phase === from || phase.name === undefined
    ? { type: 'move', task, index }
    : { type: 'move', task, phase: phase.name, index };
}
