import { fail, type Result } from '../../shared/lib/result.ts';
import type { AgentSnapshot } from '../../shared/run/agent.ts';
import { isCodeAgentId } from '../../shared/run/code.ts';
import type { RunRecord } from '../../shared/run/run-record.ts';
import type { ResolvedAgent } from '../agent/agent.ts';
import type { Runs } from './runs.ts';
import { resolveAsItWas, type AgentChoice, type ResolveDeps } from './resolve.ts';

/**
 * Lets a run go on that waited for approvals when the last process ended, with the agent as the run had it. The failure
 * tells the person what to do, where that agent cannot be had again. `find`: an agent that it works with, as it is now.
 */
export function reviveRun(
  runs: Pick<Runs, 'revive'>,
  deps: ResolveDeps,
  run: RunRecord,
  find: (choice: AgentChoice) => Promise<Result<ResolvedAgent>>,
): Result<unknown> {
  const agent = agentOf(deps, run.agent);
  if (!agent.ok) {
    const { code, message, hint } = agent.error;
    const todo = hint === undefined ? 'Press Continue' : `${hint}. Then press Continue`;
    return fail(
      code,
      `It waited for an approval and could not go on after Runlight was started again: ${message}`,
      todo,
    );
  }
  const { workspace, copy } = run.agent;
  const findAgent = (agentId: string) => find({ agentId, overrides: {}, workspace, copy });
  return runs.revive(run.id, { agent: agent.value, findAgent });
}

function agentOf(deps: ResolveDeps, snapshot: AgentSnapshot): Result<ResolvedAgent> {
  if (!isCodeAgentId(snapshot.id ?? '')) return resolveAsItWas(deps, snapshot);
  return fail('code_not_loaded', 'the code of its agent is not loaded', 'Load it with "runlight dev"');
}
