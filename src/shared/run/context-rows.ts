import { assertNever } from '../lib/assert.ts';
import type { PathEntry } from '../thread/entry.ts';
import { changedParts } from '../thread/intervention-parts.ts';
import type { Message } from '../thread/message.ts';
import { messageText, messageTitle } from '../thread/message-words.ts';
import { messagesOf, type SentMessage } from '../thread/messages.ts';
import { estimateSent, partOf, type ContextPart } from './context.ts';
import { hiddenAt, type ContextView, type Hidden } from './context-view.ts';
import { estimateEntry, estimateInstructions, estimateTool } from './estimates.ts';

/** A tool as the model is told of it. `dropped`: a person took it away for this run, so that the model is not told. */
export type FramedTool = { readonly name: string; readonly dropped?: true };

export type ContextFrame = { readonly instructions: string; readonly tools: readonly FramedTool[] };

/** Where what a row tells of is found: among the messages of the request, the entries of the branch, the tools. */
export type RowPlace = { readonly list: 'system' | 'tools' | 'messages' | 'entries'; readonly index: number };

/** One line of what a model is sent, or of all that is there. */
export type ContextRow = {
  readonly place: RowPlace;
  /** Who speaks, or the name of the tool. */
  readonly title: string;
  /** The first line of what is said; may be empty. */
  readonly line: string;
  /** An estimate. */
  readonly tokens: number;
  /** The entry to jump to. */
  readonly entryId?: string;
  /** Absent: the model is sent it as it is. */
  readonly hidden?: Hidden | { readonly why: 'dropped' };
};

/** `request`: all messages of the next one. `branch`: every entry, whether or not the model sees it. Else one part. */
export const ROW_LISTS = [
  'request',
  'branch',
  'system',
  'tools',
  'messages',
  'toolResults',
  'todos',
] as const satisfies readonly ('request' | 'branch' | ContextPart)[];
export type RowList = (typeof ROW_LISTS)[number];

export type RowsAsked = {
  readonly of: RowList;
  /** `size`: the largest first. */
  readonly by: 'place' | 'size';
  readonly offset: number;
  readonly limit: number;
};

/** A page of rows, from `offset` on. */
export type RowsAnswer = { readonly rows: readonly ContextRow[]; readonly offset: number; readonly total: number };

/** What a row opens to: messages to the letter, or text. */
export type RowBody =
  | { readonly type: 'messages'; readonly messages: readonly Message[] }
  | { readonly type: 'text'; readonly text: string };

export function contextRows(view: ContextView, frame: ContextFrame, { of, by, offset, limit }: RowsAsked): RowsAnswer {
  const places = placesOf(view, frame, of);
  const ordered = by === 'place' ? places : bySize(view, frame, places);
  const rows = ordered.slice(offset, offset + limit).map((place) => rowAt(view, frame, place));
  return { rows, offset, total: places.length };
}

/** `undefined`: there is nothing in that place. */
export function rowBody(view: ContextView, frame: ContextFrame, { list, index }: RowPlace): RowBody | undefined {
  switch (list) {
    case 'system':
      return { type: 'text', text: frame.instructions };
    case 'tools': {
      const tool = frame.tools[index];
      return tool && { type: 'text', text: JSON.stringify({ ...tool, dropped: undefined }, null, 2) };
    }
    case 'messages': {
      const sent = view.sent[index];
      return sent && { type: 'messages', messages: [sent.message] };
    }
    case 'entries': {
      const entry = view.path[index];
      return entry && entryBody(entry);
    }
    default:
      return assertNever(list);
  }
}

/** The row of an entry, whatever the model sees of it. */
export function entryRow(entry: PathEntry, index: number): ContextRow {
  const body = entryBody(entry);
  const text = body.type === 'text' ? body.text : body.messages.map(said).join('\n');
  return {
    place: { list: 'entries', index },
    title: entryTitle(entry),
    line: firstLine(text),
    tokens: estimateEntry(entry, false),
    entryId: entry.id,
  };
}

function placesOf(
  { path, sent }: ContextView,
  { instructions, tools }: ContextFrame,
  of: RowList,
): readonly RowPlace[] {
  const system: readonly RowPlace[] = instructions === '' ? [] : [{ list: 'system', index: 0 }];
  switch (of) {
    case 'system':
      return system;
    case 'tools':
      return tools.map((_, index) => ({ list: 'tools', index }));
    case 'branch':
      return [...system, ...path.map((_, index): RowPlace => ({ list: 'entries', index }))];
    case 'request':
      return [...system, ...sent.map((_, index): RowPlace => ({ list: 'messages', index }))];
    case 'messages':
    case 'toolResults':
    case 'todos':
      return sent.flatMap((one, index) => (partOf(one) === of ? [{ list: 'messages', index } as const] : []));
    default:
      return assertNever(of);
  }
}

function bySize(view: ContextView, frame: ContextFrame, places: readonly RowPlace[]): readonly RowPlace[] {
  const sizes = new Map(places.map((place) => [place, tokensAt(view, frame, place)]));
  return places.toSorted((a, b) => (sizes.get(b) ?? 0) - (sizes.get(a) ?? 0));
}

function tokensAt(view: ContextView, { instructions, tools }: ContextFrame, { list, index }: RowPlace): number {
  switch (list) {
    case 'system':
      return estimateInstructions(instructions);
    case 'tools': {
      const tool = tools[index];
      return tool === undefined || tool.dropped === true ? 0 : estimateTool(tool);
    }
    case 'messages': {
      const sent = view.sent[index];
      return sent === undefined ? 0 : estimateSent(sent);
    }
    case 'entries': {
      const entry = view.path[index];
      return entry === undefined ? 0 : estimateEntry(entry, false);
    }
    default:
      return assertNever(list);
  }
}

function rowAt(view: ContextView, frame: ContextFrame, place: RowPlace): ContextRow {
  const tokens = tokensAt(view, frame, place);
  const tool = place.list === 'tools' ? frame.tools[place.index] : undefined;
  const sent = place.list === 'messages' ? view.sent[place.index] : undefined;
  const entry = place.list === 'entries' ? view.path[place.index] : undefined;
  if (tool !== undefined) {
    const line = 'description' in tool && typeof tool.description === 'string' ? firstLine(tool.description) : '';
    const row = { place, title: tool.name, line, tokens };
    return tool.dropped === true ? { ...row, hidden: { why: 'dropped' } } : row;
  }
  if (sent !== undefined) {
    return { place, title: sentTitle(sent), line: firstLine(said(sent.message)), tokens, entryId: sent.entry.id };
  }
  if (entry !== undefined) {
    const hidden = hiddenAt(view, place.index);
    const row = entryRow(entry, place.index);
    return hidden === undefined ? row : { ...row, hidden };
  }
  return { place, title: 'system', line: firstLine(frame.instructions), tokens };
}

function sentTitle({ entry, message, whole }: SentMessage): string {
  return whole === true || message.role === 'tool' ? messageTitle(message) : entryTitle(entry);
}

function entryTitle(entry: PathEntry): string {
  switch (entry.kind) {
    case 'user_message':
      return 'user';
    case 'assistant_message':
      return 'assistant';
    case 'tool_result':
      return entry.toolName;
    case 'compaction':
      return 'summary';
    case 'outputs_cleared':
      return 'outputs cleared';
    case 'user_todo_edit':
      return 'todo edit';
    case 'todos_restored':
      return 'todo list';
    case 'handoff':
    case 'reminder':
    case 'intervention':
      return entry.kind;
    default:
      return assertNever(entry);
  }
}

function entryBody(entry: PathEntry): RowBody {
  switch (entry.kind) {
    case 'user_message':
    case 'user_todo_edit':
    case 'todos_restored':
    case 'reminder':
      return { type: 'messages', messages: messagesOf([entry]) };
    case 'assistant_message': {
      const { text, reasoning, calls: toolCalls } = entry;
      return { type: 'messages', messages: [{ role: 'assistant', text, reasoning, toolCalls }] };
    }
    case 'tool_result': {
      const { callId: toolCallId, toolName, content, isError } = entry;
      return { type: 'messages', messages: [{ role: 'tool', toolCallId, toolName, content, isError }] };
    }
    case 'compaction':
      return { type: 'text', text: entry.summary };
    case 'outputs_cleared':
      return { type: 'text', text: 'Notes stand for old outputs from here on' };
    case 'handoff':
      return { type: 'text', text: `${entry.from} → ${entry.agent.name}` };
    case 'intervention': {
      const context = entry.context === undefined ? '' : `\n${entry.context}`;
      return { type: 'text', text: `Changed here: ${changedParts(entry).join(', ')}${context}` };
    }
    default:
      return assertNever(entry);
  }
}

/** For the line: thoughts only where nothing else was said. */
function said(message: Message): string {
  if (message.role !== 'assistant' || (message.text.trim() === '' && message.toolCalls.length === 0))
    return messageText(message);
  return messageText({ ...message, reasoning: '' });
}

const LINE = 160;

/** A line that is but a tag (`<system-reminder>`) says nothing of what is in it. */
function firstLine(text: string): string {
  const inside = text.slice(0, 2000).replace(/^\s*<[\w-]+>\s*?\n/, '');
  const [line = ''] = inside.trimStart().split('\n', 1);
  return line.length <= LINE ? line : `${line.slice(0, LINE - 1)}…`;
}
