import {
  itemProgress,
  type Plan,
  type PlanDifference,
  type PlanItem,
  planItems,
  type PlanProgress,
} from '../../../shared/todos/plan.ts';
import { type HeadedPhase, headedPhases } from '../../ui/headed-phases.ts';

/** What a plan in the conversation is made of, line by line. `open`: whether items of that phase follow. */
export type PlanLine =
  | { readonly kind: 'phase'; readonly title: string; readonly progress: PlanProgress; readonly open: boolean }
  | { readonly kind: 'item'; readonly item: PlanItem };

export type PlanOutline = {
  readonly lines: readonly PlanLine[];
  /** How many items of open phases, and how many closed phases, there is no room for. */
  readonly moreItems: number;
  readonly morePhases: number;
};

const MOST = 8;

/**
 * A few lines of a plan: the phases that a change touched and the one under way, with up to eight of their items around the
 * one under way, and the nearest of the others as a line each. `whole`: all of it.
 */
export function planOutline(plan: Plan, changes: readonly PlanDifference[], whole: boolean): PlanOutline {
  const changed = new Set(changes.map(({ item }) => item.key));
  const current = planItems(plan).find(({ status }) => status === 'in_progress');
  const matters = (item: PlanItem): boolean => item === current || changed.has(item.key);
  const phases = headedPhases(plan).filter(({ items }) => items.length > 0);
  const open = new Set(
    phases.filter(({ title, earlier, items }) => !earlier && (whole || title === undefined || items.some(matters))),
  );
  const closed = phases.filter((phase) => !open.has(phase));

  const items = phases.filter((phase) => open.has(phase)).flatMap((phase) => phase.items);
  const shown = new Set(whole ? items : around(items, items.findIndex(current === undefined ? matters : isCurrent)));
  const isMiddle = (item: PlanItem): boolean => (current === undefined ? shown.has(item) : item === current);
  const middle = phases.findIndex((phase) => phase.items.some(isMiddle));
  const next = closed.findIndex((phase) => phases.indexOf(phase) > middle);
  const told = new Set(whole ? closed : around(closed, next));

  function isCurrent(item: PlanItem): boolean {
    return item === current;
  }

  function linesOf(phase: HeadedPhase): readonly PlanLine[] {
    const own = open.has(phase) ? phase.items.filter((item) => shown.has(item)) : [];
    if (own.length === 0 && !told.has(phase)) return [];
    const lines = own.map((item): PlanLine => ({ kind: 'item', item }));
    const { title } = phase;
    if (title === undefined) return lines;
    return [{ kind: 'phase', title, progress: itemProgress(phase.items), open: own.length > 0 }, ...lines];
  }

  return {
    lines: phases.flatMap(linesOf),
    moreItems: items.length - shown.size,
    morePhases: closed.length - told.size,
  };
}

/** As many as there is room for: the one at `index`, a few before it, and what follows. */
function around<T>(list: readonly T[], index: number): readonly T[] {
  const start = Math.max(0, Math.min(index - 2, list.length - MOST));
  return list.slice(start, start + MOST);
}
