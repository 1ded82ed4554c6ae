import { z } from 'zod';

/** Which plan tool an agent has. `list`: `write_todos`, a flat list that each call replaces. */
export const TodosKind = z.union([z.literal(false), z.literal('list')]);
export type TodosKind = z.output<typeof TodosKind>;

/** When commands may run: `ask` a person first, or `allow` them all. */
export const CommandPolicy = z.enum(['ask', 'allow']);
export type CommandPolicy = z.output<typeof CommandPolicy>;

export const DEFAULT_MAX_STEPS = 100;

/** What a person sets up as an agent. */
export const AgentSettings = z.object({
  name: z.string().trim().min(1, 'Give the agent a name').max(80),
  /** `<model address id>/<model name>`, for example `local/qwen3`. Empty: whichever was used last. */
  model: z.string().trim().max(200),
  instructions: z.string().max(100_000),
  /** Whether it gets the workspace tools. */
  files: z.boolean(),
  todos: TodosKind,
  commands: CommandPolicy,
  maxSteps: z.int('Enter a whole number').min(1, 'Enter 1 or more').max(10_000, 'Enter 10,000 or less'),
});
export type AgentSettings = z.output<typeof AgentSettings>;

/** The demo's agent has this id; no stored agent has. */
export const DEMO_AGENT_ID = 'demo';

export type AgentRecord = AgentSettings & { readonly id: string; readonly updatedAt: number };

/** What New run may set otherwise than the agent has it; the thread keeps it for its later runs. */
export const AgentOverrides = AgentSettings.pick({
  model: true,
  todos: true,
  commands: true,
  maxSteps: true,
}).partial();
export type AgentOverrides = z.output<typeof AgentOverrides>;

/** The agent as a run resolved it: what it was, whatever the agent becomes later. */
export type AgentSnapshot = {
  /** Absent for agents that live in code. */
  readonly id?: string;
  readonly name: string;
  readonly model: string;
  readonly instructions: string;
  readonly tools: readonly string[];
  readonly todos: TodosKind;
  readonly commands: CommandPolicy;
  readonly maxSteps: number;
  readonly overrides: AgentOverrides;
  /** The folder it works in. */
  readonly workspace?: string;
};
