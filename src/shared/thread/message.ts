import type { Json } from '../lib/json.ts';
import type { Attachment } from './attachment.ts';
import type { ToolCall } from './tool-call.ts';

export type UserMessage = {
  readonly role: 'user';
  readonly content: string;
  /** Files that go along; whoever sends the message fetches their bytes. */
  readonly attachments?: readonly Attachment[];
  /** The program's words, not the person's. */
  readonly developer?: true;
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
