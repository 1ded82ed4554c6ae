import { z } from 'zod';
import {
  AgentOverrides,
  type AgentSnapshot,
  Limits,
  Reasoning,
  TodosKind,
  type WorkspaceCopy,
} from '../../shared/run/agent.ts';
import { ApprovalLimit } from '../../shared/run/approval-limit.ts';
import { CommandRule, Permission } from '../../shared/run/permission.ts';
import type { Failure } from '../../shared/lib/result.ts';
import type { Json } from '../../shared/lib/json.ts';
import type { RequestRecord } from '../../shared/run/request-record.ts';
import type { TokenUsage } from '../../shared/run/token-usage.ts';
import { Attachment } from '../../shared/thread/attachment.ts';
import type { CompactionTrigger, TokenCount } from '../../shared/thread/context-bodies.ts';
import type { Entry, NoteBody, PathBody } from '../../shared/thread/entry.ts';
import type { ToolDetails } from '../../shared/thread/tool-details.ts';
import type { TodoPhase } from '../../shared/todos/phases.ts';
import { TODO_OPS } from '../../shared/todos/phases/todo-op.ts';
import { PHASE_TASK_STATUSES } from '../../shared/todos/phases/todo-phase.ts';
import { TODO_STATUSES } from '../../shared/todos/todo-item.ts';

// What a file must hold for the program not to stumble over it. Fields that are not named here pass as they are: the
// checked value is used, never what zod makes of it.

const Moment = z.number().nonnegative();
const Count = z.int().nonnegative();
const Text = z.string();
// What `JSON.parse` gave is JSON; looking at every level of it would only fill the stack.
const AnyJson = z.custom<Json & z.core.util.JSONType>((value) => value !== undefined);

const Failed: z.ZodType<Failure> = z.object({ code: Text, message: Text, hint: Text.optional() });

const Todos = z.array(z.object({ id: Text, content: Text, status: z.enum(TODO_STATUSES) }));

const Phases: z.ZodType<readonly TodoPhase[]> = z.array(
  z.object({
    name: Text,
    tasks: z.array(z.object({ content: Text, status: z.enum(PHASE_TASK_STATUSES), blocker: Text.optional() })),
  }),
);
const PhasesState = { phases: Phases, earlier: Phases.optional() };

const Details: z.ZodType<ToolDetails> = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('todos'), todos: Todos }),
  z.object({
    kind: z.literal('phases'),
    op: z.enum(TODO_OPS),
    ...PhasesState,
    storage: z.enum(['session', 'memory']),
    completedTasks: z.array(z.object({ phase: Text, content: Text })).optional(),
  }),
  z.object({
    kind: z.literal('file_change'),
    path: Text,
    created: z.boolean(),
    diff: Text,
    added: Count,
    removed: Count,
  }),
  z.object({
    kind: z.literal('command'),
    command: Text,
    exitCode: z.number().nullable(),
    ended: z.enum(['exit', 'timeout', 'stopped', 'signal']),
    durationMs: z.number(),
  }),
  z.object({ kind: z.literal('other'), value: AnyJson }),
]);

const Copy: z.ZodType<WorkspaceCopy> = z.object({
  kind: z.enum(['worktree', 'copy']),
  of: Text,
  base: Text.optional(),
  asOf: z
    .object({ at: Moment, unrestored: z.array(Text), more: Count, unknown: z.literal(true).optional() })
    .optional(),
});

const Agent: z.ZodType<AgentSnapshot> = z.object({
  id: Text.optional(),
  name: Text,
  model: Text,
  instructions: Text,
  version: Count.optional(),
  reasoning: Reasoning,
  tools: z.array(Text),
  approvals: z.record(z.string(), Permission),
  commandRules: z.array(CommandRule),
  todos: TodosKind,
  limits: Limits,
  approvalLimit: ApprovalLimit.optional(),
  answer: z.record(z.string(), AnyJson).optional(),
  handoffs: z.array(Text),
  subagents: z.array(Text).optional(),
  overrides: AgentOverrides,
  workspace: Text.optional(),
  copy: Copy.optional(),
});

const FileVersion = z.object({
  hash: Text.optional(),
  bytes: Count,
  link: z.literal(true).optional(),
  executable: z.literal(true).optional(),
});

const Tokens: z.ZodType<TokenUsage> = z.object({
  input: Count,
  output: Count,
  cacheRead: Count,
  cacheWrite: Count,
  reasoning: Count,
});

const BlobId = Attachment.shape.id;
const Tally: z.ZodType<TokenCount> = z.object({ tokens: Count, estimated: z.boolean() });
const Trigger: z.ZodType<CompactionTrigger> = z.enum(['threshold', 'overflow', 'person']);

const Request: z.ZodType<RequestRecord> = z.object({ hash: BlobId, tools: BlobId, body: BlobId.optional() });

type Bodies<Body extends { readonly kind: string }> = {
  readonly [Kind in Body['kind']]: z.ZodType<Extract<Body, { readonly kind: Kind }>>;
};

/** By kind: one that is missing does not compile. */
const PATH_BODIES: Bodies<PathBody> = {
  user_message: z.object({
    kind: z.literal('user_message'),
    text: Text,
    attachments: z.array(Attachment).optional(),
    origin: z.enum(['person', 'continue', 'correction', 'agent']),
  }),
  assistant_message: z.object({
    kind: z.literal('assistant_message'),
    step: Count,
    model: Text,
    text: Text,
    reasoning: Text,
    calls: z.array(z.object({ id: Text, name: Text, arguments: Text })),
    finish: z.enum(['stop', 'tool_calls', 'length', 'content_filter', 'other']),
    partial: z.enum(['stopped', 'cut', 'failed', 'interrupted']).optional(),
    sentAt: Moment,
    firstTokenAt: Moment.optional(),
    reasonedMs: z.number().optional(),
    providerData: AnyJson.optional(),
    request: Request.optional(),
  }),
  tool_result: z.object({
    kind: z.literal('tool_result'),
    messageId: Text,
    callId: Text,
    toolName: Text,
    content: Text,
    isError: z.boolean(),
    details: Details.optional(),
  }),
  handoff: z.object({ kind: z.literal('handoff'), from: Text, agent: Agent }),
  compaction: z.object({
    kind: z.literal('compaction'),
    trigger: Trigger,
    instruction: Text.optional(),
    summary: Text,
    model: Text,
    firstKeptId: Text.nullable(),
    before: Tally,
    after: Tally,
    durationMs: z.number(),
  }),
  outputs_cleared: z.object({
    kind: z.literal('outputs_cleared'),
    trigger: Trigger,
    untilId: Text,
    before: Tally,
    after: Tally,
  }),
  user_todo_edit: z.union([
    z.object({ kind: z.literal('user_todo_edit'), action: Text, items: Todos }),
    z.object({ kind: z.literal('user_todo_edit'), action: Text, ...PhasesState }),
  ]),
  todos_restored: z.union([
    z.object({ kind: z.literal('todos_restored'), items: Todos }),
    z.object({ kind: z.literal('todos_restored'), ...PhasesState }),
  ]),
  reminder: z.object({
    kind: z.literal('reminder'),
    about: z.enum(['todo_error', 'todos_open', 'todos_stale']),
    text: Text,
  }),
  intervention: z.object({
    kind: z.literal('intervention'),
    from: Text,
    result: z.object({ messageId: Text, callId: Text, toolName: Text }).optional(),
    message: z.literal(true).optional(),
    context: Text.optional(),
    withoutTools: z.array(Text).optional(),
  }),
};

const LIMITS = Object.keys(Limits.shape) as readonly (keyof Limits)[];

const NOTE_BODIES: Bodies<NoteBody> = {
  run_started: z.object({
    kind: z.literal('run_started'),
    agent: Agent,
    continues: Text.optional(),
    side: z.literal(true).optional(),
    historyLimit: Count.optional(),
  }),
  run_finished: z.object({
    kind: z.literal('run_finished'),
    status: z.enum(['finished', 'failed', 'stopped', 'interrupted', 'limit']),
    error: Failed.optional(),
    limit: z.enum(LIMITS).optional(),
    request: Request.optional(),
  }),
  run_queued: z.object({ kind: z.literal('run_queued') }),
  run_dequeued: z.object({ kind: z.literal('run_dequeued'), queuedId: Text }),
  run_paused: z.object({ kind: z.literal('run_paused') }),
  run_resumed: z.object({ kind: z.literal('run_resumed'), pausedId: Text }),
  run_revived: z.object({ kind: z.literal('run_revived'), workedMs: Moment }),
  files_changed: z.object({
    kind: z.literal('files_changed'),
    by: z.enum(['tool', 'command', 'person']),
    callId: Text.optional(),
    root: Text,
    files: z.array(z.object({ path: Text, before: FileVersion.nullable(), after: FileVersion.nullable() })),
    more: Count.optional(),
    unknown: z.enum(['too_many', 'too_slow', 'failed', 'interrupted']).optional(),
  }),
  tool_started: z.object({ kind: z.literal('tool_started'), callId: Text, toolName: Text }),
  approval_asked: z.object({
    kind: z.literal('approval_asked'),
    callId: Text,
    toolName: Text,
    arguments: Text,
    approvesAt: Moment.optional(),
    rejectsAt: Moment.optional(),
  }),
  approval_decided: z.object({
    kind: z.literal('approval_decided'),
    callId: Text,
    decision: z.enum(['approved', 'rejected', 'withdrawn']),
    by: z.enum(['person', 'timer', 'run', 'grant', 'message']),
    always: z.enum(['thread', 'agent']).optional(),
    reason: Text.optional(),
  }),
  usage: z.object({
    kind: z.literal('usage'),
    model: Text,
    tokens: Tokens,
    cost: z.number().nonnegative().optional(),
    pricedOn: Text.optional(),
  }),
  label: z.object({ kind: z.literal('label'), label: Text }),
  retry: z.object({ kind: z.literal('retry'), step: Count, attempt: Count, waitMs: z.number(), error: Failed }),
};

type Kind = Entry['kind'];

const BODIES: { readonly [K in Kind]: z.ZodType } = { ...PATH_BODIES, ...NOTE_BODIES };

export function isPathKind(kind: string): boolean {
  return Object.hasOwn(PATH_BODIES, kind);
}

export function isEntryKind(kind: string): kind is Kind {
  return Object.hasOwn(BODIES, kind);
}

/** Whether these are details of a tool's result, or none. */
export function isDetails(value: unknown): value is ToolDetails | undefined {
  return Details.optional().safeParse(value).success;
}

/** What is wrong with the body of an entry, in a few words; `undefined` when nothing is. */
export function bodyProblem(kind: Kind, entry: unknown): string | undefined {
  const checked = BODIES[kind].safeParse(entry);
  if (checked.success) return undefined;
  const [issue] = checked.error.issues;
  const where = issue?.path.join('.');
  return where === undefined || where === '' ? issue?.message : `${where}: ${issue?.message}`;
}
