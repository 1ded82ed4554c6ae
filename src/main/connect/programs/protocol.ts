/** What a program that makes its own runs and the engine say to each other over a line of the role `program`. */
import { z } from 'zod';
import type { LiveEvent } from '../../../shared/run/live.ts';
import type { Entry } from '../../../shared/thread/entry.ts';
import { EntrySchema } from './entry-schema.ts';

const Id = z.string().min(1).max(100);

/** What the engine is asked. */
export const reports = {
  /** First: which runs of earlier connections go on. */
  'program.runs': z.object({ going: z.array(Id).max(10_000) }),
  /** Entries of a thread, in order. Those that the engine has already change nothing. */
  'program.entries': z.object({
    thread: z.object({
      id: Id,
      title: z.string().max(1000),
      createdAt: z.int(),
      /** Of a sub-agent's: the call that it works for, in a thread that the program has told of. */
      spawnedBy: z.object({ threadId: Id, runId: Id, messageId: Id, callId: z.string().max(1000) }).optional(),
    }),
    entries: z.array(EntrySchema).max(1000),
  }),
};

export type ToldThread = z.output<(typeof reports)['program.entries']>['thread'];
export type EntriesTold = { readonly thread: ToldThread; readonly entries: readonly Entry[] };

/** What the engine asks of the program. Answers are Results. */
export const wishes = {
  'run.stop': z.object({ runId: Id }),
  'run.pause': z.object({ runId: Id }),
  'run.resume': z.object({ runId: Id }),
  'run.decide': z.object({
    runId: Id,
    callId: z.string(),
    decision: z.enum(['approved', 'rejected']),
    reason: z.string().optional(),
  }),
  'run.decideAll': z.object({
    runId: Id,
    decision: z.enum(['approved', 'rejected']),
    reason: z.string().optional(),
  }),
};

const Step = { runId: Id, step: z.int() };
const Delta = { offset: z.int().nonnegative(), text: z.string() };
const Live = z.discriminatedUnion('type', [
  z.object({ type: z.literal('sent'), ...Step, at: z.number() }),
  z.object({ type: z.enum(['text', 'reasoning']), ...Step, ...Delta }),
  z.object({
    type: z.literal('call'),
    ...Step,
    index: z.int().nonnegative(),
    id: z.string(),
    name: z.string(),
    ...Delta,
  }),
  z.object({
    type: z.literal('retrying'),
    ...Step,
    attempt: z.int(),
    retryAt: z.number(),
    error: z.object({ code: z.string(), message: z.string(), hint: z.string().optional() }),
  }),
  z.object({
    type: z.literal('compacting'),
    ...Step,
    at: z.number(),
    trigger: z.enum(['threshold', 'overflow', 'person']),
  }),
  z.object({ type: z.literal('compacted'), ...Step }),
  z.object({ type: z.literal('output'), runId: Id, callId: z.string(), ...Delta }),
]) satisfies z.ZodType<LiveEvent>;

/** What a run of the program has in the making. */
export const LiveTold = z.object({ threadId: Id, event: Live });
export type LiveTold = z.output<typeof LiveTold>;
