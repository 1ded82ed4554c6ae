import type { z } from 'zod';
import { DEFAULT_MAX_STEPS, PLAIN_AGENT, type AgentSnapshot, type TodosKind } from '../../shared/run/agent.ts';
import { fail, ok, type Result } from '../../shared/lib/result.ts';
import type { ResolvedAgent } from '../agent/agent.ts';
import type { Model } from '../agent/model.ts';
import type { AnyTool } from '../agent/tool.ts';
import type { LocalWorkspace } from '../workspace/local-workspace.ts';

export type AgentOptions = {
  readonly name: string;
  /** `<address>/<model>`, as the Cogitator's `models` knows it. */
  readonly model: string;
  readonly instructions?: string;
  readonly tools?: readonly AnyTool[];
  /** The folder that workspace tools work in. */
  readonly workspace?: LocalWorkspace;
  /** `true` and `'list'`: the flat list of `write_todos`. `'phases'`: the plan in phases of `todo`. */
  readonly todos?: boolean | 'list' | 'phases';
  /** Model calls in one run. */
  readonly maxSteps?: number;
  /** Agents that it may give tasks to: each is a tool of it, and works in a run and a thread of its own. */
  readonly subagents?: readonly Agent[];
  /** JSON Schema of the final answer, which `RunResult.answer` then holds. */
  readonly answer?: Record<string, z.core.util.JSONType>;
};

const AGENT = Symbol.for('runlight.agent');

/** Whether it is an Agent, of this copy of the package or another. */
export function isAgent(value: unknown): value is Agent {
  return typeof value === 'object' && value !== null && AGENT in value;
}

/** What a run is done by. It holds no state: one agent may serve many runs at once. */
export class Agent {
  readonly name: string;
  readonly model: string;
  readonly instructions: string;
  readonly tools: readonly AnyTool[];
  readonly workspace?: LocalWorkspace;
  readonly todos: TodosKind;
  readonly maxSteps: number;
  readonly subagents: readonly Agent[];
  readonly answer?: Record<string, z.core.util.JSONType>;
  readonly [AGENT] = true;

  constructor(options: AgentOptions) {
    this.name = options.name;
    this.model = options.model;
    this.instructions = options.instructions ?? '';
    this.tools = options.tools ?? [];
    this.workspace = options.workspace;
    this.todos = options.todos === true ? 'list' : (options.todos ?? false);
    this.subagents = options.subagents ?? [];
    this.answer = options.answer;
    this.maxSteps = options.maxSteps ?? DEFAULT_MAX_STEPS;
  }
}

/** The agent as a run with the model `modelId` records it. */
export function snapshotOf(agent: Agent, modelId: string): AgentSnapshot {
  const { name, instructions, tools, workspace, todos, maxSteps, answer } = agent;
  return {
    // Which calls need approval is up to the tools that the agent was given.
    ...PLAIN_AGENT,
    name,
    model: modelId,
    instructions,
    tools: tools.map((tool) => tool.name),
    todos,
    limits: { steps: maxSteps },
    answer,
    overrides: {},
    workspace: workspace?.root,
  };
}

/** Fails with `model_unknown`. */
export function modelNamed(id: string, models: (id: string) => Model | undefined): Result<Model> {
  const model = models(id);
  if (model !== undefined) return ok(model);
  const hint = 'Name it <provider>/<model> as modelsFromEnvironment knows them, or give the Cogitator its models';
  return fail('model_unknown', `No model is known as “${id}”`, hint);
}

/**
 * The agent and its sub-agents with what their runs need; the variable RUNLIGHT_MODEL overrides the model of each. Fails with
 * `model_unknown`.
 */
export function resolve(
  agent: Agent,
  models: (id: string) => Model | undefined,
  place: LocalWorkspace | undefined = agent.workspace,
): Result<ResolvedAgent> {
  const found = modelNamed(process.env.RUNLIGHT_MODEL || agent.model, models);
  if (!found.ok) return found;
  const model = found.value;
  // Whoever is asked works where the asking agent does.
  const workspace = place ?? agent.workspace;
  const subagents: ResolvedAgent[] = [];
  for (const other of agent.subagents) {
    const resolved = resolve(other, models, workspace);
    if (!resolved.ok) return resolved;
    subagents.push(resolved.value);
  }
  const snapshot = { ...snapshotOf(agent, model.id), workspace: workspace?.root };
  return ok({ snapshot, model, tools: agent.tools, workspace, subagents });
}
