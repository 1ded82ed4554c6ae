import { z } from 'zod';
import { must } from '../../../shared/lib/assert.ts';
import { Attachment } from '../../../shared/thread/attachment.ts';
import type { Entry, NoteBody, PathBody } from '../../../shared/thread/entry.ts';
import { PHASE_TASK_STATUSES } from '../../../shared/todos/phases/todo-phase.ts';
import { TODO_STATUSES } from '../../../shared/todos/todo-item.ts';

const Text = z.string();
const Time = z.number();
const Failure = z.looseObject({ code: Text, message: Text, hint: Text.optional() });
const Call = z.looseObject({ id: Text, name: Text, arguments: Text });
const Agent = z.looseObject({
  name: Text,
  model: Text,
  instructions: Text,
  tools: z.array(Text),
  overrides: z.looseObject({}),
  workspace: Text.optional(),
});
const Tokens = z.looseObject({ input: Time, output: Time, cacheRead: Time, cacheWrite: Time, reasoning: Time });
const Request = z.looseObject({ hash: Text, tools: Text, body: Text.optional() });
const Tally = z.looseObject({ tokens: Time, estimated: z.boolean() });
const Todos = z.array(z.looseObject({ id: Text, content: Text, status: z.enum(TODO_STATUSES) }));
const Phases = z.array(
  z.looseObject({
    name: Text,
    tasks: z.array(z.looseObject({ content: Text, status: z.enum(PHASE_TASK_STATUSES) })),
  }),
);
const TodosState = { items: Todos.optional(), phases: Phases.optional() };

/** As far as the store, the folds and the window rely on them; what a newer program adds is kept. */
const PATH: { readonly [K in PathBody['kind']]: z.ZodObject } = {
  user_message: z.looseObject({
    text: Text,
    attachments: z.array(Attachment).optional(),
    origin: z.enum(['person', 'continue', 'correction', 'agent']),
  }),
  assistant_message: z.looseObject({
    step: z.int(),
    model: Text,
    text: Text,
    reasoning: Text,
    calls: z.array(Call),
    finish: Text,
    partial: z.enum(['stopped', 'cut', 'failed', 'interrupted']).optional(),
    sentAt: Time,
    firstTokenAt: Time.optional(),
    request: Request.optional(),
  }),
  tool_result: z.looseObject({
    messageId: Text,
    callId: Text,
    toolName: Text,
    content: Text,
    isError: z.boolean(),
    details: z.looseObject({ kind: Text }).optional(),
  }),
  handoff: z.looseObject({ from: Text, agent: Agent }),
  compaction: z.looseObject({
    trigger: Text,
    summary: Text,
    model: Text,
    firstKeptId: Text.nullable(),
    before: Tally,
    after: Tally,
    durationMs: Time,
  }),
  outputs_cleared: z.looseObject({ trigger: Text, untilId: Text, before: Tally, after: Tally }),
  user_todo_edit: z.looseObject({ action: Text, ...TodosState }),
  todos_restored: z.looseObject(TodosState),
  reminder: z.looseObject({ about: Text, text: Text }),
  intervention: z.looseObject({
    from: Text,
    context: Text.optional(),
    withoutTools: z.array(Text).optional(),
  }),
};

const NOTES: { readonly [K in NoteBody['kind']]: z.ZodObject } = {
  run_started: z.looseObject({ agent: Agent, continues: Text.optional() }),
  run_finished: z.looseObject({
    status: z.enum(['finished', 'failed', 'stopped', 'interrupted', 'limit']),
    error: Failure.optional(),
    request: Request.optional(),
  }),
  run_queued: z.looseObject({}),
  run_dequeued: z.looseObject({ queuedId: Text }),
  run_paused: z.looseObject({}),
  run_resumed: z.looseObject({ pausedId: Text }),
  tool_started: z.looseObject({ callId: Text, toolName: Text }),
  files_changed: z.looseObject({
    callId: Text.optional(),
    by: Text,
    root: Text,
    files: z.array(z.looseObject({ path: Text })),
  }),
  approval_asked: z.looseObject({ callId: Text, toolName: Text, arguments: Text, approvesAt: Time.optional() }),
  approval_decided: z.looseObject({
    callId: Text,
    decision: z.enum(['approved', 'rejected', 'withdrawn']),
    by: z.enum(['person', 'timer', 'run']),
    reason: Text.optional(),
  }),
  usage: z.looseObject({ model: Text, tokens: Tokens, cost: Time.optional() }),
  label: z.looseObject({ label: Text }),
  retry: z.looseObject({ step: z.int(), attempt: z.int(), waitMs: Time, error: Failure }),
};

const Stamp = z.object({
  id: Text.min(1).max(200),
  threadId: Text,
  seq: z.int().min(1),
  at: z.int(),
  runId: Text.max(200).optional(),
  v: z.int(),
});

const Path = Object.entries(PATH).map(([kind, body]) =>
  body.extend({ ...Stamp.shape, kind: z.literal(kind), parentId: Text.nullable() }),
);
const Note = Object.entries(NOTES).map(([kind, body]) =>
  body.extend({ ...Stamp.shape, kind: z.literal(kind), targetId: Text }),
);
const [first, ...others] = [...Path, ...Note];

/** An entry that comes from another program. */
// The tables above name every kind; what they leave open is what nobody here relies on.
export const EntrySchema = z.discriminatedUnion('kind', [
  must(first, 'kinds of entries'),
  ...others,
]) as unknown as z.ZodType<Entry>;
