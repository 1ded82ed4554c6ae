import { type PlanChange, type PlanDifference, planDifferences } from '../../../shared/todos/plan.ts';
import { formatMoment } from '../../ui/format.ts';

/** One point in a plan's history. */
export type PlanMoment = {
  readonly index: number;
  readonly change: PlanChange;
  /** What it changed; `undefined` while the one before it is not here. */
  readonly differences: readonly PlanDifference[] | undefined;
};

/** The moment of the change that `entryId` made; without one, or where it has gone with its branch, the newest. */
export function momentOf(
  history: readonly PlanChange[],
  hasEarlier: boolean,
  entryId: string | undefined,
): PlanMoment | undefined {
  const found = entryId === undefined ? -1 : history.findIndex((change) => change.entryId === entryId);
  const index = found < 0 ? history.length - 1 : found;
  const change = history[index];
  if (change === undefined) return undefined;
  const known = index > 0 || !hasEarlier;
  return { index, change, differences: known ? planDifferences(history[index - 1]?.plan, change.plan) : undefined };
}

export function writerOf({ byPerson }: PlanChange): 'you' | 'agent' {
  return byPerson === true ? 'you' : 'agent';
}

/** `3 of 12, agent, Mar 4, 2026, 14:05:09`. */
export function momentText({ index, change }: PlanMoment, count: number, hasEarlier: boolean): string {
  return `Change ${index + 1} of ${count}${hasEarlier ? '+' : ''}, ${writerOf(change)}, ${formatMoment(change.at)}`;
}
