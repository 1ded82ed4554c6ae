import { z } from 'zod';
import type { Model, ModelEvent, ModelFailure, ModelRequest } from '../../agent/model.ts';
import { channel } from '../../lib/channel.ts';
import type { RemoteVersion } from './remote-version.ts';

const Count = z.number().nonnegative();

const Event: z.ZodType<ModelEvent> = z.discriminatedUnion('type', [
  z.object({ type: z.enum(['text', 'reasoning']), text: z.string() }),
  z.object({ type: z.literal('call_delta'), id: z.string(), name: z.string(), text: z.string() }),
  z.object({
    type: z.literal('call'),
    call: z.object({ id: z.string(), name: z.string(), arguments: z.string() }),
  }),
  z.looseObject({
    type: z.literal('finish'),
    reason: z.enum(['stop', 'tool_calls', 'length', 'content_filter', 'other']),
    tokens: z.object({ input: Count, output: Count, cacheRead: Count, cacheWrite: Count, reasoning: Count }),
    cost: Count.optional(),
  }),
  z.object({
    type: z.literal('failed'),
    error: z.object({
      code: z.string(),
      message: z.string(),
      hint: z.string().optional(),
      retryable: z.boolean(),
      retryAfterMs: Count.optional(),
    }),
  }),
]) as z.ZodType<ModelEvent>;

/** A model that people's code brings along: it is asked there, and its answer streams from there. */
export function remoteModel(id: string, version: RemoteVersion, contextWindow?: number): Model {
  return { id, contextWindow, stream: (request, signal) => stream(id, version, request, signal) };
}

function stream(
  model: string,
  version: RemoteVersion,
  { attachment, ...request }: ModelRequest,
  signal: AbortSignal,
): AsyncIterable<ModelEvent> {
  const events = channel<ModelEvent>();
  function take(value: unknown): void {
    const event = Event.safeParse(value);
    if (event.success) events.put(event.data);
    else events.put({ type: 'failed', error: badEvent(model, event.error) });
  }
  async function ask(): Promise<void> {
    await sendFiles(version, { ...request, attachment });
    const answer = await version.call('model.stream', { model, request }, take, signal);
    if (!answer.ok) events.put({ type: 'failed', error: { ...answer.error, retryable: false } });
    events.end();
  }
  void ask();
  return events.items;
}

/** Sends each file that goes along, once: every request of a run holds all that came before. */
async function sendFiles({ files, ask }: RemoteVersion, { messages, attachment }: ModelRequest): Promise<void> {
  const wanted = messages.flatMap((message) => (message.role === 'user' ? (message.attachments ?? []) : []));
  for (const { id } of wanted) {
    const bytes = files.has(id) ? undefined : attachment?.(id);
    if (bytes === undefined) continue;
    const kept = await ask('file.keep', { id, data: Buffer.from(bytes).toString('base64') });
    if (kept.ok) files.add(id);
  }
}

function badEvent(model: string, error: z.ZodError): ModelFailure {
  const message = `The model ${model} in your code gave something that is no event of a model: ${z.prettifyError(error)}`;
  return { code: 'bad_model_event', message, hint: 'See ModelEvent of the package runlight', retryable: false };
}
