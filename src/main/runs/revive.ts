import { fail, type Result } from '../../shared/lib/result.ts';
import type { AgentSnapshot } from '../../shared/run/agent.ts';
import { isCodeAgentId } from '../../shared/run/code.ts';
import type { RunRecord } from '../../shared/run/run-record.ts';
import type { ResolvedAgent } from '../agent/agent.ts';
import type { Runs } from './runs.ts';
import { resolveAsItWas, type AgentChoice, type ResolveDeps } from './resolve.ts';
import type { WaitingRun } from './waiting-runs.ts';

/**
 * Lets a run go on that waited for approvals when the last process ended, and those that worked for it and waited, each
 * with the agent as the run had it. The failure tells the person what to do, where one of these agents cannot be had again.
 * `find`: an agent that it works with, as it is now.
 */
export function reviveRun(
  runs: Pick<Runs, 'revive'>,
  deps: ResolveDeps,
  { run }: WaitingRun,
  find: (choice: AgentChoice) => Promise<Result<ResolvedAgent>>,
): Result<unknown> {
  const agent = agentOf(deps, run.agent);
  const { workspace, copy } = run.agent;
  const findAgent = (agentId: string) => find({ agentId, overrides: {}, workspace, copy });
  const workerOf = (worker: RunRecord) => agentOf(deps, worker.agent);
  const revived = agent.ok ? runs.revive(run.id, { agent: agent.value, findAgent, workerOf }) : agent;
  if (revived.ok) return revived;
  const { code, message, hint } = revived.error;
  const todo = hint === undefined ? 'Press Continue' : `${hint}. Then press Continue`;
  return fail(code, `It waited for an approval and could not go on after Runlight was started again: ${message}`, todo);
}

function agentOf(deps: ResolveDeps, snapshot: AgentSnapshot): Result<ResolvedAgent> {
  if (!isCodeAgentId(snapshot.id ?? '')) return resolveAsItWas(deps, snapshot);
  return fail('code_not_loaded', 'the code of its agent is not loaded', 'Load it with "runlight dev"');
}
