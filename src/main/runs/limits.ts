import { fail, ok, type Result } from '../../shared/lib/result.ts';
import type { AgentSnapshot, Limits } from '../../shared/run/agent.ts';
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
  { store, stores, now }: Pick<RunsDeps, 'store' | 'stores' | 'now'>,
): keyof Limits | undefined {
  const { minutes, tokens, cost } = run.agent.limits;
  if (minutes !== undefined && worked >= minutes * 60_000) return 'minutes';
  if (tokens !== undefined || cost !== undefined) {
    const usage = addUsage(run.usage, usageBelowRun(store.read, run.threadId, run.id));
    if (tokens !== undefined && usage.input + usage.output >= tokens) return 'tokens';
    if (cost !== undefined && usage.cost >= cost) return 'cost';
  }
  return isDaySpent(run.agent, { stores, now }) ? 'costPerDay' : undefined;
}

/** Fails with `day_cost_reached` where a run would end before its first call. */
export function checkDayCost(agent: AgentSnapshot, deps: Pick<RunsDeps, 'stores' | 'now'>): Result<null> {
  if (!isDaySpent(agent, deps)) return ok(null);
  const message = `“${agent.name}” has reached its limit of cost for today: $${agent.limits.costPerDay}`;
  return fail('day_cost_reached', message, 'Raise the limit in Settings → Agents, or go on after midnight');
}

function isDaySpent(
  { id, limits: { costPerDay } }: AgentSnapshot,
  { stores: { home, unsaved }, now }: Pick<RunsDeps, 'stores' | 'now'>,
): boolean {
  if (costPerDay === undefined || id === undefined) return false;
  const since = midnightBefore(now());
  // What is not saved has been spent all the same.
  return costSince(home.read, id, since) + costSince(unsaved.read, id, since) >= costPerDay;
}

/** In the time zone of this machine (ms since the epoch). */
function midnightBefore(at: number): number {
  return new Date(at).setHours(0, 0, 0, 0);
}
