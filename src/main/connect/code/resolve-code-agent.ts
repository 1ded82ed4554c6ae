import { isAbsolute } from 'node:path';
import { fail, ok, type Result } from '../../../shared/lib/result.ts';
import { codeAgentId } from '../../../shared/run/code.ts';
import type { AgentOverrides, WorkspaceCopy } from '../../../shared/run/agent.ts';
import type { ResolvedAgent } from '../../agent/agent.ts';
import type { Model } from '../../agent/model.ts';
import { snapshotOf } from '../../agent/snapshot.ts';
import { within } from '../../lib/within.ts';
import { LocalWorkspace } from '../../workspace/local-workspace.ts';
import type { CodeAgents } from './code-agents.ts';
import { Knows, type OfferedAgent } from './protocol.ts';
import { remoteModel } from './remote-model.ts';
import { remoteTools } from './remote-tools.ts';
import type { RemoteVersion } from './remote-version.ts';

/** Code that works all the time does not hear what it is asked. */
const ANSWER_MS = 5000;

export type CodeChoice = {
  readonly agentId: string;
  readonly overrides: AgentOverrides;
  /** Absolute path; absent: the agent's own folder, if it has one. */
  readonly workspace?: string;
  /** What that is a copy of. */
  readonly copy?: WorkspaceCopy;
};

/**
 * An agent in people's code, for one run: its tools act in the program that it lives in, and so does its model if the code
 * knows it; other models are those of the engine. Fails with `code_not_loaded` where no program lends it now.
 */
export async function resolveCodeAgent(
  code: CodeAgents,
  { agentId, overrides, workspace, copy }: CodeChoice,
  engineModel: (id: string) => Result<Model>,
): Promise<Result<ResolvedAgent>> {
  const found = code.find(agentId);
  if (found === undefined) {
    return fail('code_not_loaded', 'The code of this agent is not loaded', `Load it: ${commandFor(agentId)}`);
  }
  return resolveOffered(found.agent, found.version, { agentId, overrides, workspace, copy }, engineModel, []);
}

/** `asking`: keys of the agents above it, so that a program that says otherwise than it can be asks in no circles. */
async function resolveOffered(
  agent: OfferedAgent,
  version: RemoteVersion,
  { agentId, overrides, workspace, copy }: CodeChoice,
  engineModel: (id: string) => Result<Model>,
  asking: readonly string[],
): Promise<Result<ResolvedAgent>> {
  const root = workspace ?? agent.workspace;
  if (root !== undefined && !isAbsolute(root)) return fail('bad_folder', 'The folder must be an absolute path');
  const modelId = overrides.model || agent.model;
  const known = await within(ANSWER_MS, version.ask('model.knows', { model: modelId }));
  if (known === undefined) {
    const hint = 'It may be in an endless loop: correct it and save, or start "runlight dev" again';
    return fail('code_silent', 'The code of this agent does not answer', hint);
  }
  if (!known.ok) return known;
  const knows = Knows.safeParse(known.value).data ?? false;
  const contextWindow = typeof knows === 'object' ? knows.contextWindow : undefined;
  const model = knows === false ? engineModel(modelId) : ok(remoteModel(modelId, version, contextWindow));
  if (!model.ok) return model;
  const tools = remoteTools(agent, version);
  const settings = { ...agent, handoffs: [], subagents: [] };
  const choice = { id: agentId, overrides, workspace: root, copy };
  const snapshot = snapshotOf(settings, choice, model.value, tools);
  const folder = root === undefined ? undefined : new LocalWorkspace({ root });
  const above = [...asking, agent.key];
  const subagents: ResolvedAgent[] = [];
  for (const key of agent.subagents) {
    const other = version.agents.find((one) => one.key === key);
    if (other === undefined || above.includes(key)) continue;
    // Whoever is asked works where the asking agent does.
    const place = { agentId: codeAgentId(other.file, other.name), overrides: {}, workspace: root, copy };
    const resolved = await resolveOffered(other, version, place, engineModel, above);
    if (!resolved.ok) return resolved;
    subagents.push(resolved.value);
  }
  return ok({ snapshot, model: model.value, tools, workspace: folder, origin: version.origin, subagents });
}

/** `code:/path/agents.ts#name` → `runlight dev /path/agents.ts` */
function commandFor(agentId: string): string {
  return `runlight dev ${agentId.slice(agentId.indexOf(':') + 1, agentId.lastIndexOf('#'))}`;
}
