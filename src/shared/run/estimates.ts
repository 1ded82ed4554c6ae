import { assertNever } from '../lib/assert.ts';
import { isImage, isText, type Attachment } from '../thread/attachment.ts';
import type { TodosState } from '../thread/context-bodies.ts';
import type { PathEntry } from '../thread/entry.ts';
import type { AssistantMessage, Message } from '../thread/message.ts';
import { clearedNote } from '../thread/messages.ts';
import { estimateTokens } from './estimate-tokens.ts';

/** What a message takes besides its text. */
const MESSAGE = 4;

/** Entries never change: each is looked at once, however often a long branch is counted. */
const known = new WeakMap<PathEntry, number>();

/** What an entry adds to each request that holds it; of a cleared output, what its note does. */
export function estimateEntry(entry: PathEntry, cleared: boolean): number {
  const tokens = known.get(entry) ?? estimated(entry);
  known.set(entry, tokens);
  const note = cleared && entry.kind === 'tool_result' ? clearedNote(entry) : undefined;
  return note === undefined ? tokens : Math.min(tokens, said(note));
}

export function estimateMessage(message: Message): number {
  switch (message.role) {
    case 'user':
      return said(message.content, message.attachments);
    case 'assistant':
      return answered(message);
    case 'tool':
      return said(message.content);
    default:
      return assertNever(message);
  }
}

export function estimateInstructions(instructions: string): number {
  return instructions === '' ? 0 : said(instructions);
}

/** `tool`: as the model is told of it. */
export function estimateTool(tool: object): number {
  return estimateTokens(JSON.stringify(tool));
}

function estimated(entry: PathEntry): number {
  switch (entry.kind) {
    case 'user_message':
      return said(entry.text, entry.attachments);
    case 'assistant_message':
      return answered({ ...entry, toolCalls: entry.calls });
    case 'tool_result':
      return said(entry.content);
    case 'user_todo_edit':
      return listed(entry) + said(entry.action);
    case 'todos_restored':
      return listed(entry);
    case 'reminder':
      return said(entry.text);
    case 'intervention':
      return entry.context === undefined ? 0 : said(entry.context);
    case 'handoff':
    case 'compaction':
    case 'outputs_cleared':
      return 0;
    default:
      return assertNever(entry);
  }
}

function said(text: string, attachments: readonly Attachment[] = []): number {
  return attachments.reduce((sum, file) => sum + attached(file), estimateTokens(text) + MESSAGE);
}

type Answered = Pick<AssistantMessage, 'text' | 'reasoning' | 'toolCalls' | 'providerData'>;

function answered({ text, reasoning, toolCalls, providerData }: Answered): number {
  // Only who wants its thoughts back gets them.
  const thought = providerData === undefined ? 0 : estimateTokens(reasoning);
  return toolCalls.reduce(
    (sum, call) => sum + estimateTokens(call.name) + estimateTokens(call.arguments) + MESSAGE,
    said(text) + thought,
  );
}

/** A list goes out as the call's arguments and as its result, a plan in phases as the result alone. */
function listed(state: TodosState): number {
  const shown = 'items' in state ? [state.items, state.items] : state.phases;
  return estimateTokens(JSON.stringify(shown)) + 2 * MESSAGE;
}

/** Bytes of a PDF per token, roughly. */
const PDF_BYTES = 20;
const IMAGE_TOKENS = 1500;

function attached({ mediaType, bytes }: Attachment): number {
  if (isImage(mediaType)) return IMAGE_TOKENS;
  return Math.ceil(bytes / (isText(mediaType) ? 4 : PDF_BYTES));
}
