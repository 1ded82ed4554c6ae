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
  /** `<model address id>/<model name>`, for example `local/qwen3`. */
  model: z.string().trim().min(1, 'Choose a model').max(200),
  instructions: z.string().max(100_000),
  /** Whether it gets the workspace tools. */
  files: z.boolean(),
  todos: TodosKind,
  commands: CommandPolicy,
  maxSteps: z.int().min(1).max(10_000),
});
export type AgentSettings = z.output<typeof AgentSettings>;

export type AgentRecord = AgentSettings & { readonly id: string; readonly updatedAt: number };

/** The agent as a run resolved it: what it was, whatever the agent becomes later. */
export type AgentSnapshot = {
  /** Absent for agents that live in code. */
  readonly id?: string;
  readonly name: string;
  readonly model: string;
  readonly instructions: string;
  readonly tools: readonly string[];
  readonly todos: TodosKind;
  readonly maxSteps: number;
  /** The folder it works in. */
  readonly workspace?: string;
};
