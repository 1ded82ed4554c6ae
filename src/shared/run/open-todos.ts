import { openItems, type PlanProgress } from '../todos/plan.ts';
import type { ThreadStatus } from './status.ts';

/** How many items a run left open that says it is finished. Other ends claim no such thing. */
export function openAtEnd(status: ThreadStatus, plan: PlanProgress | undefined): number {
  return plan === undefined || status !== 'finished' ? 0 : openItems(plan);
}

/** The words for how a run ended, with what it left open: `Finished, 2 open`. */
export function withOpen(words: string, open: number): string {
  return open === 0 ? words : `${words}, ${open} open`;
}
