import { isActive } from '../../../shared/run/status.ts';
import type { ThreadWindow } from '../../../shared/thread/window.ts';
import type { OpenThread } from '../../data/thread.ts';

/** What the panel shows of a thread. It does not change with every word that streams. */
export type PlanPart = Pick<ThreadWindow, 'threadId' | 'entries' | 'planHistory' | 'hasEarlierPlans'> & {
  /** When the work on the branch ended; absent while it goes on. */
  readonly endedAt: number | undefined;
  /** As far as the window tells: whether the agent that works here, or worked last, keeps no plan. */
  readonly publishesNone: boolean;
};

export function planPart({ window, summary }: OpenThread): PlanPart {
  const { threadId, entries, planHistory, hasEarlierPlans } = window;
  const { status, side, finishedAt, updatedAt } = summary;
  // What works on another branch does nothing for this plan.
  const ended = side === undefined ? (finishedAt ?? updatedAt) : (entries.at(-1)?.at ?? updatedAt);
  const endedAt = isActive(status) && side === undefined ? undefined : ended;
  return { threadId, entries, planHistory, hasEarlierPlans, endedAt, publishesNone: publishesNone(window) };
}

function publishesNone({ entries, notes }: ThreadWindow): boolean {
  const started = notes.findLast((note) => note.kind === 'run_started');
  const handed = entries.findLast((entry) => entry.kind === 'handoff');
  const newest = handed !== undefined && handed.seq > (started?.seq ?? 0) ? handed : started;
  return newest !== undefined && newest.agent.todos === false;
}
