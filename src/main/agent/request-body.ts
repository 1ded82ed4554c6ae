import { createHash } from 'node:crypto';
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

/** SHA-256 in hexadecimal. */
export function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
