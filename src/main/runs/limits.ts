import type { Limits } from '../../shared/run/agent.ts';
import type { RunRecord } from '../../shared/run/run-record.ts';
import { addUsage } from '../../shared/run/usage.ts';
import { usageBelowRun } from '../threads/children.ts';
import { costSince } from '../threads/costs.ts';
import type { RunsDeps } from './deps.ts';

/**
 * The limit that a run has reached that has worked for so long, besides that of its steps. Time is watched as it goes as
 * well. What its sub-agents use is used by the run.
 */
export function limitReached(
  run: RunRecord,
  worked: number,
  { store, now }: Pick<RunsDeps, 'store' | 'now'>,
): keyof Limits | undefined {
  const { minutes, tokens, cost, costPerDay } = run.agent.limits;
  if (minutes !== undefined && worked >= minutes * 60_000) return 'minutes';
  if (tokens !== undefined || cost !== undefined) {
    const usage = addUsage(run.usage, usageBelowRun(store.read, run.threadId, run.id));
    if (tokens !== undefined && usage.input + usage.output >= tokens) return 'tokens';
    if (cost !== undefined && usage.cost >= cost) return 'cost';
  }
  if (costPerDay === undefined || run.agent.id === undefined) return undefined;
  return costSince(store.read, run.agent.id, midnightBefore(now())) >= costPerDay ? 'costPerDay' : undefined;
}

/** In the time zone of this machine (ms since the epoch). */
function midnightBefore(at: number): number {
  return new Date(at).setHours(0, 0, 0, 0);
}
