import { assertNever } from '../lib/assert.ts';
import type { Json } from '../lib/json.ts';
import type { Attachment } from './attachment.ts';
import type { PathEntry, UserMessageBody } from './entry.ts';
import type { ToolCall } from './tool-call.ts';

export type UserMessage = {
  readonly role: 'user';
  readonly content: string;
  /** Files that go along; whoever sends the message fetches their bytes. */
  readonly attachments?: readonly Attachment[];
};

export type AssistantMessage = {
  readonly role: 'assistant';
  readonly text: string;
  readonly reasoning: string;
  readonly toolCalls: readonly ToolCall[];
  /** What the model's provider wants back with it, such as signatures of reasoning. Only src/main/models reads it. */
  readonly providerData?: Json;
};

export type ToolMessage = {
  readonly role: 'tool';
  readonly toolCallId: string;
  readonly toolName: string;
  readonly content: string;
  readonly isError: boolean;
};

/** What the model sees. */
export type Message = UserMessage | AssistantMessage | ToolMessage;

/** What the model reads for a call that nothing answered. */
const NO_RESULT = 'interrupted: no result was recorded; the call may have taken effect';

/** The newest assistant message and the results that came for its calls, by call id. */
type Step = { readonly id: string; readonly message: AssistantMessage; readonly results: Map<string, ToolMessage> };

/**
 * The messages of a branch, from its root to its leaf. Every call is followed by exactly one result: results are put in
 * call order whatever order they finished in, and a missing one reads as interrupted.
 */
export function messagesOf(path: Iterable<PathEntry>): readonly Message[] {
  const messages: Message[] = [];
  let step: Step | undefined;
  for (const entry of path) {
    switch (entry.kind) {
      case 'user_message':
        messages.push(...stepMessages(step), userMessage(entry));
        step = undefined;
        break;
      case 'assistant_message': {
        messages.push(...stepMessages(step));
        const { text, reasoning, calls, providerData } = entry;
        const said = { role: 'assistant', text, reasoning, toolCalls: calls } as const;
        const message = providerData === undefined ? said : { ...said, providerData };
        step = { id: entry.id, message, results: new Map() };
        break;
      }
      case 'tool_result':
        if (step?.id === entry.messageId) {
          const { callId, toolName, content, isError } = entry;
          step.results.set(callId, { role: 'tool', toolCallId: callId, toolName, content, isError });
        }
        break;
      case 'handoff':
        // The result of the call that asked for it tells the model.
        break;
      default:
        return assertNever(entry);
    }
  }
  messages.push(...stepMessages(step));
  return messages;
}

function userMessage({ text, attachments }: UserMessageBody): UserMessage {
  const message = { role: 'user', content: text } as const;
  return attachments === undefined || attachments.length === 0 ? message : { ...message, attachments };
}

function stepMessages(step: Step | undefined): readonly Message[] {
  if (step === undefined) return [];
  const { message, results } = step;
  // An answer cut before its first word is no message that a provider would take back.
  if (message.text === '' && message.toolCalls.length === 0) return [];
  const answers = message.toolCalls.map(
    ({ id, name }): ToolMessage =>
      results.get(id) ?? { role: 'tool', toolCallId: id, toolName: name, content: NO_RESULT, isError: true },
  );
  return [message, ...answers];
}
