import { z } from 'zod';
import { ApprovalLimit } from './approval-limit.ts';
import { CommandRule, Permission } from './permission.ts';

/**
 * Which plan tool an agent has. `list`: `write_todos`, a flat list that each call replaces. `phases`: `todo`, tasks in phases
 * that each call changes.
 */
export const TodosKind = z.union([z.literal(false), z.literal('list'), z.literal('phases')]);
export type TodosKind = z.output<typeof TodosKind>;

/** How much a model thinks before it answers; `default` leaves it to the model. */
export const Reasoning = z.enum(['default', 'off', 'low', 'medium', 'high']);
export type Reasoning = z.output<typeof Reasoning>;

const positive = (what: string) => z.number(`Enter a number of ${what}`).positive(`Enter more than 0 ${what}`);

/** Where a run ends by itself. Those that are absent set no limit. */
export const Limits = z.object({
  /** Model calls of one run. */
  steps: z.int('Enter a whole number').min(1, 'Enter 1 or more').max(10_000, 'Enter 10,000 or less'),
  /** Of one run, from its start; time spent waiting for a person counts too. */
  minutes: positive('minutes').max(10_000).optional(),
  /** Input and output of all model calls of one run, those of its sub-agents included. */
  tokens: positive('tokens').int('Enter a whole number').optional(),
  /** US dollars, of one run and its sub-agents. Calls without a price do not count. */
  cost: positive('dollars').optional(),
  /** US dollars, of all runs of this agent since midnight. */
  costPerDay: positive('dollars').optional(),
});
export type Limits = z.output<typeof Limits>;

export const DEFAULT_MAX_STEPS = 100;

/** What a person sets up as an agent. */
export const AgentSettings = z.object({
  name: z.string().trim().min(1, 'Give the agent a name').max(80),
  /** `<model address id>/<model name>`, for example `local/qwen3`. Empty: whichever was used last. */
  model: z.string().trim().max(200),
  instructions: z.string().max(100_000),
  reasoning: Reasoning,
  /** Names of the workspace tools that it gets; see workspace-tools.ts. */
  tools: z.array(z.string().min(1)).max(100),
  /** Tools that are treated otherwise than they are by themselves. */
  approvals: z.record(z.string(), Permission),
  /** For commands, before `approvals`; the first pattern that fits counts. */
  commandRules: z.array(CommandRule).max(200),
  /** The folder that New run offers first. */
  workspace: z.string().trim().max(4096).optional(),
  todos: TodosKind,
  limits: Limits,
  /** JSON Schema of the final answer: an object. Absent: it answers in words. */
  answer: z.record(z.string(), z.json()).optional(),
  /** Absent: calls wait until a person decides. */
  approvalLimit: ApprovalLimit.optional(),
  /** Ids of the agents that it may hand over to. */
  handoffs: z.array(z.string()).max(20),
  /** Ids of the agents that it may give tasks to. */
  subagents: z.array(z.string()).max(20).default([]),
});
export type AgentSettings = z.output<typeof AgentSettings>;

/** The demo's agent has this id; no stored agent has. */
export const DEMO_AGENT_ID = 'demo';

/** `version` counts from 1; every change makes a new one, and older ones are kept. */
export type AgentRecord = AgentSettings & { readonly id: string; readonly version: number; readonly updatedAt: number };

/** What New run may set otherwise than the agent has it; the thread keeps it for its later runs. */
export const AgentOverrides = AgentSettings.pick({
  model: true,
  instructions: true,
  reasoning: true,
  todos: true,
  approvals: true,
  limits: true,
})
  // `null`: calls wait, though the agent sets a limit.
  .extend({ approvalLimit: ApprovalLimit.nullable() })
  .partial();
export type AgentOverrides = z.output<typeof AgentOverrides>;

/** The agent as a run resolved it: what it was, whatever the agent becomes later. */
export type AgentSnapshot = Pick<
  AgentSettings,
  | 'name'
  | 'model'
  | 'instructions'
  | 'reasoning'
  | 'tools'
  | 'approvals'
  | 'commandRules'
  | 'todos'
  | 'limits'
  | 'answer'
  | 'approvalLimit'
  | 'handoffs'
> & {
  /** As in its settings; runs of earlier versions have none. Agents in code bring theirs along. */
  readonly subagents?: readonly string[];
  /** Absent for agents that live in code. */
  readonly id?: string;
  readonly version?: number;
  readonly overrides: AgentOverrides;
  /** The folder it works in. */
  readonly workspace?: string;
  /** Present when that is the thread's own copy of a folder. */
  readonly copy?: WorkspaceCopy;
};

export type WorkspaceCopy = {
  readonly kind: 'worktree' | 'copy';
  /** The folder that was copied. */
  readonly of: string;
  /** The commit that a worktree was made from. */
  readonly base?: string;
  /** Present when the thread's later changes were undone in it. */
  readonly asOf?: FilesThen;
};

/** A folder as it was at an earlier entry, as far as that is known. */
export type FilesThen = {
  /** When that entry was written (ms since the epoch). */
  readonly at: number;
  /** Paths of files that stayed as they are now: what they held then was not kept. */
  readonly unrestored: readonly string[];
  /** How many more such files there are, and changes that were not listed. */
  readonly more: number;
  /** What some commands changed since is not known. */
  readonly unknown?: true;
};

/** Where a run works: in the folder itself, or in a copy of it that belongs to the thread. */
export const WorkspaceMode = z.enum(['folder', 'copy']);
export type WorkspaceMode = z.output<typeof WorkspaceMode>;

/** What an agent has that nobody has set up otherwise. */
export const PLAIN_AGENT: Pick<
  AgentSettings,
  'instructions' | 'reasoning' | 'tools' | 'approvals' | 'commandRules' | 'todos' | 'limits' | 'handoffs' | 'subagents'
> = {
  instructions: '',
  reasoning: 'default',
  tools: [],
  approvals: {},
  commandRules: [],
  todos: false,
  limits: { steps: DEFAULT_MAX_STEPS },
  handoffs: [],
  subagents: [],
};
