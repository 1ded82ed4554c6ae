import { assertNever } from '../lib/assert.ts';
import type { Fold } from '../lib/fold.ts';
import { isImage, isText, type Attachment } from '../thread/attachment.ts';
import type { TokenCount, TodosState } from '../thread/context-bodies.ts';
import type { AssistantMessageBody, Entry, PathEntry } from '../thread/entry.ts';
import { isTodoTool, visiblePath } from '../thread/visible-path.ts';
import { estimateTokens } from './estimate-tokens.ts';

/** What stands beside the messages in each request. */
export type RequestFrame = { readonly instructions: string; readonly tools: readonly object[] };

/** Tokens of a context by what they are spent on; all of them are estimates. */
export type ContextParts = {
  readonly system: number;
  readonly tools: number;
  readonly messages: number;
  readonly toolResults: number;
  readonly todos: number;
};

/** The place on a branch up to which all of its context, with the frame, was counted last. */
export type Counted = TokenCount & { readonly entryId: string };

type Counting = {
  readonly counted?: Counted;
  /** The newest answer, as long as nobody has told what it took. */
  readonly answerId?: string;
};

/**
 * Where a branch was counted last; to be stepped by its entries and by the notes about them. An answer was counted by its
 * provider. What compaction left is counted by its entry.
 */
export const countedFold: Fold<Counting, Entry> = {
  init: {},
  step(counting, entry) {
    switch (entry.kind) {
      case 'assistant_message':
        return entry.partial === undefined ? { ...counting, answerId: entry.id } : counting;
      case 'usage': {
        // Later notes about the same entry are of other requests.
        if (entry.targetId !== counting.answerId) return counting;
        const tokens = entry.tokens.input + entry.tokens.output;
        // A server that counts nothing says zero.
        return tokens === 0 ? counting : { counted: { entryId: entry.targetId, tokens, estimated: false } };
      }
      case 'compaction':
      case 'outputs_cleared':
        return { counted: { entryId: entry.id, ...entry.after } };
      default:
        return counting;
    }
  },
};

/** What a request for the next answer would hold: the newest count, and an estimate of what came since. */
export function contextSize(path: readonly PathEntry[], frame: RequestFrame, counted: Counted | undefined): TokenCount {
  const at = counted === undefined ? -1 : path.findLastIndex(({ id }) => id === counted.entryId);
  if (counted === undefined || at < 0) return { tokens: sumOf(contextParts(path, frame)), estimated: true };
  let since = 0;
  for (let index = at + 1; index < path.length; index += 1) {
    const entry = path[index];
    if (entry !== undefined) since += estimateEntry(entry, false);
  }
  return { tokens: counted.tokens + since, estimated: counted.estimated || since > 0 };
}

export function contextParts(path: readonly PathEntry[], { instructions, tools }: RequestFrame): ContextParts {
  const { entries, summary, clearedBefore } = visiblePath(path);
  let messages = summary === undefined ? 0 : estimateTokens(summary) + MESSAGE;
  let toolResults = 0;
  let todos = 0;
  for (const [index, entry] of entries.entries()) {
    const tokens = estimateEntry(entry, index < clearedBefore);
    switch (entry.kind) {
      case 'tool_result':
        if (isTodoTool(entry.toolName)) todos += tokens;
        else toolResults += tokens;
        break;
      case 'user_todo_edit':
      case 'todos_restored':
        todos += tokens;
        break;
      default:
        messages += tokens;
    }
  }
  return {
    system: instructions === '' ? 0 : estimateTokens(instructions) + MESSAGE,
    tools: tools.reduce((sum: number, tool) => sum + estimateTokens(JSON.stringify(tool)), 0),
    messages,
    toolResults,
    todos,
  };
}

export function sumOf({ system, tools, messages, toolResults, todos }: ContextParts): number {
  return system + tools + messages + toolResults + todos;
}

/** What a message takes besides its text. */
const MESSAGE = 4;
/** About what the note takes that stands for a cleared output. */
const CLEARED = 25;

/** Entries never change: each is looked at once, however often a long branch is counted. */
const known = new WeakMap<PathEntry, number>();

/** What an entry adds to each request that holds it; of a cleared output, what its note does. */
export function estimateEntry(entry: PathEntry, cleared: boolean): number {
  const tokens = known.get(entry) ?? estimated(entry);
  known.set(entry, tokens);
  const isCleared = cleared && entry.kind === 'tool_result' && !isTodoTool(entry.toolName);
  return isCleared ? Math.min(tokens, CLEARED) : tokens;
}

function estimated(entry: PathEntry): number {
  switch (entry.kind) {
    case 'user_message':
      return (entry.attachments ?? []).reduce(
        (sum, file) => sum + attached(file),
        estimateTokens(entry.text) + MESSAGE,
      );
    case 'assistant_message':
      return answered(entry);
    case 'tool_result':
      return estimateTokens(entry.content) + MESSAGE;
    case 'user_todo_edit':
      return listed(entry) + estimateTokens(entry.action) + MESSAGE;
    case 'todos_restored':
      return listed(entry);
    case 'reminder':
      return estimateTokens(entry.text) + MESSAGE;
    case 'intervention':
      return entry.context === undefined ? 0 : estimateTokens(entry.context) + MESSAGE;
    case 'handoff':
    case 'compaction':
    case 'outputs_cleared':
      return 0;
    default:
      return assertNever(entry);
  }
}

function answered({ text, reasoning, calls, providerData }: AssistantMessageBody): number {
  // Only who wants its thoughts back gets them.
  const said = estimateTokens(text) + (providerData === undefined ? 0 : estimateTokens(reasoning)) + MESSAGE;
  return calls.reduce((sum, call) => sum + estimateTokens(call.name) + estimateTokens(call.arguments) + MESSAGE, said);
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
