import { isAbsolute } from 'node:path';
import { fail, ok, type Result } from '../../shared/lib/result.ts';
import {
  DEMO_AGENT_ID,
  type AgentOverrides,
  type AgentRecord,
  type AgentSettings,
  type AgentSnapshot,
  type WorkspaceCopy,
} from '../../shared/run/agent.ts';
import type { ResolvedAgent } from '../agent/agent.ts';
import type { Model } from '../agent/model.ts';
import { snapshotOf, type SnapshotChoice, type SnapshotSettings } from '../agent/snapshot.ts';
import { DEMO_AGENT } from '../demo/demo-agent.ts';
import { demoModel, demoWorkspace } from '../demo/demo.ts';
import { PROVIDERS_PLACE } from '../../shared/settings.ts';
import { providerModel } from '../models/provider-model.ts';
import { addressById, keyOf, type Keys } from '../settings/addresses.ts';
import { agentById } from '../settings/agents.ts';
import { modelWindow } from '../settings/context-windows.ts';
import { readSettings } from '../settings/settings.ts';
import type { ReadDb } from '../threads/database.ts';
import { LocalWorkspace } from '../workspace/local-workspace.ts';
import { workspaceTools } from '../workspace/tools/workspace-tools.ts';

export type ResolveDeps = {
  readonly read: ReadDb;
  readonly keys: Keys;
  readonly home: string;
  /** Where commands look for programs besides PATH. */
  readonly shellPath?: () => Promise<readonly string[]>;
};

export type AgentChoice = {
  readonly agentId: string;
  readonly overrides: AgentOverrides;
  /** Absolute path. */
  readonly workspace?: string;
  /** What that is a copy of. */
  readonly copy?: WorkspaceCopy;
};

/** What a thread's later runs go on with: the agent as it is now or, where it is gone, as the run had it. */
export function resolveAgain(deps: ResolveDeps, snapshot: AgentSnapshot): Result<ResolvedAgent> {
  const { id: agentId = '', overrides, workspace, copy } = snapshot;
  if (settingsOf(deps, agentId) !== undefined) return resolveAgent(deps, { agentId, overrides, workspace, copy });
  return assemble(deps, snapshot, snapshot);
}

/** An agent as a run had it, whatever became of it since: for that run to go on. Keys are as they are now. */
export function resolveAsItWas(deps: ResolveDeps, snapshot: AgentSnapshot): Result<ResolvedAgent> {
  // What was overridden is in the snapshot itself.
  const agent = assemble(deps, snapshot, { ...snapshot, overrides: {} });
  return agent.ok ? ok({ ...agent.value, snapshot }) : agent;
}

export function resolveAgent(
  deps: ResolveDeps,
  { agentId: id, overrides, workspace, copy }: AgentChoice,
): Result<ResolvedAgent> {
  const settings = settingsOf(deps, id);
  if (settings === undefined) {
    const hint = 'Choose another agent, or create one in Settings';
    return fail('agent_not_found', 'This agent does not exist any more', hint);
  }
  const version = 'version' in settings ? settings.version : undefined;
  return assemble(deps, settings, { id, version, overrides, workspace, copy });
}

function settingsOf({ read }: ResolveDeps, agentId: string): AgentSettings | AgentRecord | undefined {
  return agentId === DEMO_AGENT_ID ? DEMO_AGENT : agentById(read, agentId);
}

type Setup = SnapshotSettings & Pick<AgentSettings, 'model' | 'tools'>;

function assemble(deps: ResolveDeps, settings: Setup, choice: SnapshotChoice): Result<ResolvedAgent> {
  const { id, overrides, workspace: root } = choice;
  const agent = { ...settings, ...overrides };
  const model = resolveModel(deps, agent.model);
  if (!model.ok) return model;
  if (root !== undefined && !isAbsolute(root)) {
    return fail('bad_folder', 'The folder must be an absolute path', `Write it from the root, like ${process.cwd()}`);
  }
  const workspace = root === undefined ? undefined : workspaceAt(deps, id, root);
  const tools = workspace === undefined ? [] : workspaceTools().filter((tool) => agent.tools.includes(tool.name));
  const snapshot = snapshotOf(settings, choice, model.value, tools);
  return ok({ snapshot, model: model.value, tools, workspace });
}

function workspaceAt({ home, shellPath }: ResolveDeps, agentId: string | undefined, root: string): LocalWorkspace {
  return agentId === DEMO_AGENT_ID ? demoWorkspace(home, root) : new LocalWorkspace({ root, shellPath });
}

/** `id`: `<address id>/<model>`; empty: the model that was chosen last. */
export function resolveModel({ read, keys }: Pick<ResolveDeps, 'read' | 'keys'>, wanted: string): Result<Model> {
  const id = wanted || readSettings(read).model || '';
  if (id === DEMO_AGENT.model) return ok(demoModel());
  if (id === '') return fail('no_model', 'No model is chosen', `Choose one, or connect one in ${PROVIDERS_PLACE}`);
  const slash = id.indexOf('/');
  const address = addressById(read, id.slice(0, Math.max(slash, 0)));
  if (address === undefined) {
    return fail(
      'model_unknown',
      `There is no model address for “${id}”`,
      `A model is named <address>/<model>; addresses are in ${PROVIDERS_PLACE}`,
    );
  }
  const apiKey = keyOf(address, keys);
  if (!apiKey.ok) return apiKey;
  const modelName = id.slice(slash + 1);
  const { kind, baseUrl } = address;
  const contextWindow = modelWindow(read, id).tokens;
  return ok(providerModel({ id, kind, baseUrl, apiKey: apiKey.value, modelName, contextWindow }));
}
