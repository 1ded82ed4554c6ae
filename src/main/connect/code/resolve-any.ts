import type { Result } from '../../../shared/lib/result.ts';
import { isCodeAgentId } from '../../../shared/run/code.ts';
import type { ResolvedAgent } from '../../agent/agent.ts';
import { resolveAgent, resolveModel, type AgentChoice, type ResolveDeps } from '../../runs/resolve.ts';
import type { CodeAgents } from './code-agents.ts';
import { resolveCodeAgent } from './resolve-code-agent.ts';

/** An agent as it is set up now, in Runlight or in people's code. */
export async function resolveAny(
  code: CodeAgents,
  deps: ResolveDeps,
  choice: AgentChoice,
): Promise<Result<ResolvedAgent>> {
  if (!isCodeAgentId(choice.agentId)) return resolveAgent(deps, choice);
  return resolveCodeAgent(code, choice, (id) => resolveModel(deps, id));
}
