import type { z } from 'zod';
import { DEFAULT_MAX_STEPS, PLAIN_AGENT, type AgentSnapshot, type TodosKind } from '../../shared/run/agent.ts';
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
  readonly answer?: Record<string, z.core.util.JSONType>;
  readonly [AGENT] = true;

  constructor(options: AgentOptions) {
    this.name = options.name;
    this.model = options.model;
    this.instructions = options.instructions ?? '';
    this.tools = options.tools ?? [];
    this.workspace = options.workspace;
    this.todos = options.todos === true ? 'list' : (options.todos ?? false);
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

export function resolve(agent: Agent, model: Model): ResolvedAgent {
  return { snapshot: snapshotOf(agent, model.id), model, tools: agent.tools, workspace: agent.workspace };
}
