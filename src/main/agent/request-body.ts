import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { canonicalJson } from '../../shared/lib/json.ts';
import type { AgentSnapshot } from '../../shared/run/agent.ts';
import type { PathEntry } from '../../shared/thread/entry.ts';
import { messagesOf } from '../../shared/thread/messages.ts';
import { instructionsOf } from './agent.ts';
import type { ModelRequest, ToolSchema } from './model.ts';

/** What a model is sent, without the bytes of attachments. */
export type RequestBody = Omit<ModelRequest, 'attachment'>;

/** What `agent` sends when it goes on from the end of `path`, a branch from its root. */
export function requestBody(
  agent: AgentSnapshot,
  path: readonly PathEntry[],
  tools: readonly ToolSchema[],
): RequestBody {
  const { reasoning } = agent;
  const body = { instructions: instructionsOf(agent), messages: messagesOf(path), tools };
  return reasoning === 'default' ? body : { ...body, reasoning };
}

/** The text that a request's hash is of: the same for the same request, whoever puts it together. */
export function requestText({ instructions, messages, tools, reasoning }: RequestBody): string {
  return canonicalJson({ instructions, messages, tools, reasoning });
}

/** Messages that are hashed in one turn of the loop: about 2 ms of it. */
const SLICE = 200;

/** `hashOf(requestText(body))`, with turns for others in between. */
export async function hashInSlices(body: RequestBody): Promise<string> {
  const { messages, ...frame } = body;
  // Where the messages stand in the text, whatever is around them.
  const [before, after = ''] = requestText({ ...frame, messages: [] }).split('"messages":[]', 2);
  const hash = createHash('sha256').update(`${before}"messages":[`);
  for (let at = 0; at < messages.length; at += SLICE) {
    if (at > 0) await setImmediate();
    const text = canonicalJson(messages.slice(at, at + SLICE)).slice(1, -1);
    hash.update(at > 0 ? `,${text}` : text);
  }
  return hash.update(`]${after}`).digest('hex');
}

/** SHA-256 in hexadecimal. */
export function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
