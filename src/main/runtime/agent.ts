import { DEFAULT_MAX_STEPS, type TodosKind } from '../../shared/run/agent.ts';
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
  /** `true` and `'list'`: the flat list of `write_todos`. */
  readonly todos?: boolean | 'list';
  /** Model calls in one run. */
  readonly maxSteps?: number;
};

/** What a run is done by. It holds no state: one agent may serve many runs at once. */
export class Agent {
  readonly name: string;
  readonly model: string;
  readonly instructions: string;
  readonly tools: readonly AnyTool[];
  readonly workspace?: LocalWorkspace;
  readonly todos: TodosKind;
  readonly maxSteps: number;

  constructor(options: AgentOptions) {
    this.name = options.name;
    this.model = options.model;
    this.instructions = options.instructions ?? '';
    this.tools = options.tools ?? [];
    this.workspace = options.workspace;
    this.todos = options.todos === true || options.todos === 'list' ? 'list' : false;
    this.maxSteps = options.maxSteps ?? DEFAULT_MAX_STEPS;
  }
}

export function resolve(agent: Agent, model: Model): ResolvedAgent {
  const { name, instructions, tools, workspace, todos, maxSteps } = agent;
  const snapshot = {
    name,
    model: model.id,
    instructions,
    tools: tools.map((tool) => tool.name),
    todos,
    // Which calls need approval is up to the tools that the agent was given.
    commands: 'ask',
    maxSteps,
    overrides: {},
    workspace: workspace?.root,
  } as const;
  return { snapshot, model, tools, workspace };
}
