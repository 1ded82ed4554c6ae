/** What `runlight dev` and the engine say to each other over a line of the role `agents`. */
import { z } from 'zod';
import { CodeFailure } from '../../../shared/run/code.ts';
import { AgentSettings } from '../../../shared/run/agent.ts';

export const OfferedTool = z.object({
  name: z.string().min(1).max(200),
  description: z.string(),
  /** JSON Schema. */
  parameters: z.record(z.string(), z.unknown()),
  concurrency: z.enum(['parallel', 'exclusive']),
  /** Whether the tool has a say in which of its calls a person must approve. */
  mayAsk: z.boolean(),
  /** Whether its calls run commands, which rules about commands read. */
  runsCommands: z.boolean(),
});
export type OfferedTool = z.output<typeof OfferedTool>;

export const OfferedAgent = AgentSettings.pick({
  instructions: true,
  reasoning: true,
  approvals: true,
  commandRules: true,
  todos: true,
  limits: true,
  answer: true,
}).extend({
  name: z.string().min(1).max(200),
  file: z.string().max(4096),
  /** Names it among the agents of its version. */
  key: z.string().max(100),
  /** Whether a person can run it by itself, or it works for others alone. */
  exported: z.boolean(),
  /** Keys of those that it gives tasks to. */
  subagents: z.array(z.string().max(100)).max(100),
  model: z.string().max(200),
  workspace: z.string().max(4096).optional(),
  tools: z.array(OfferedTool).max(500),
});
export type OfferedAgent = z.output<typeof OfferedAgent>;

/** Each version of the code has a process of its own and a number, its generation. */
const Generation = z.int().min(1);

/** What the engine is asked. */
export const offers = {
  /** A version has loaded: New run offers its agents from now on. */
  'code.offer': z.object({
    path: z.string().max(4096),
    generation: Generation,
    agents: z.array(OfferedAgent).max(1000),
  }),
  /** A version did not load; the one before it stays. */
  'code.failed': z.object({ path: z.string().max(4096), failure: CodeFailure }),
  /** The process of a version has ended. */
  'code.ended': z.object({ generation: Generation, failure: CodeFailure }),
};

/** What the engine asks of one version. Answers are Results; `events` of a call come as pushes before its answer. */
export const tasks = {
  /** Whether the code itself knows this model; see `Knows`. */
  'model.knows': z.object({ model: z.string() }),
  /** Keeps the bytes of an attachment (base64), which requests that follow speak of. */
  'file.keep': z.object({ id: z.string(), data: z.string() }),
  /** `request` is a ModelRequest without its function. */
  'model.stream': z.object({ call: z.int(), model: z.string(), request: z.unknown() }),
  /** Whether a person must approve this call, and the command that it would run. `agent`: its key, here and below. */
  'tool.asks': z.object({ agent: z.string(), tool: z.string(), input: z.unknown() }),
  'tool.execute': z.object({
    call: z.int(),
    agent: z.string(),
    tool: z.string(),
    callId: z.string(),
    input: z.unknown(),
    /** The folder of the run. */
    workspace: z.string().optional(),
  }),
};
/** The answer to `model.knows`: how much the model can read, where it tells. */
export const Knows = z.union([z.boolean(), z.object({ contextWindow: z.int().positive() })]);
export type Knows = z.output<typeof Knows>;

/** The answer to `tool.asks`. */
export const Asks = z.object({ asks: z.boolean(), command: z.string().optional() });
export type Asks = z.output<typeof Asks>;

export type TaskName = keyof typeof tasks;
export type Task<N extends TaskName> = z.output<(typeof tasks)[N]>;

/** What the engine tells a program with code. */
export const Order = z.discriminatedUnion('type', [
  /** The run of this call was stopped. */
  z.object({ type: z.literal('abort'), generation: Generation, call: z.int() }),
  /** No run needs this version any more. */
  z.object({ type: z.literal('release'), generation: Generation }),
]);
export type Order = z.output<typeof Order>;

/** What a call makes known while it goes on: an event of a model's answer, or what a tool prints. */
export const CallEvent = z.object({ generation: Generation, call: z.int(), event: z.unknown() });
export type CallEvent = z.output<typeof CallEvent>;
