import { fold, type Fold } from '../lib/fold.ts';
import type { TokenCount } from '../thread/context-bodies.ts';
import type { Entry, NoteEntry, PathEntry } from '../thread/entry.ts';
import { sentMessages, type SentMessage } from '../thread/messages.ts';
import { isTodoTool } from '../thread/visible-path.ts';
import { estimateEntry, estimateInstructions, estimateMessage, estimateTool } from './estimates.ts';

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

export type ContextPart = keyof ContextParts;

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

/**
 * Where a branch was counted last, by its end. `notesAbout`: the notes about one of its entries, in order; only those about
 * the newest that tells a count are asked for.
 */
export function countedIn(
  path: readonly PathEntry[],
  notesAbout: (entryId: string) => readonly NoteEntry[],
): Counted | undefined {
  const newest = path.findLast(
    (entry) =>
      (entry.kind === 'assistant_message' && entry.partial === undefined) ||
      entry.kind === 'compaction' ||
      entry.kind === 'outputs_cleared',
  );
  return newest && fold(countedFold, [newest, ...notesAbout(newest.id)]).counted;
}

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

/** What each part of the next request takes, by its very messages. */
export function contextParts(path: readonly PathEntry[], frame: RequestFrame): ContextParts {
  return partsOf(sentMessages(path), frame);
}

/** The same where the messages are known. */
export function partsOf(messages: readonly SentMessage[], { instructions, tools }: RequestFrame): ContextParts {
  const parts = { messages: 0, toolResults: 0, todos: 0 };
  for (const sent of messages) parts[partOf(sent)] += estimateSent(sent);
  return {
    system: estimateInstructions(instructions),
    tools: tools.reduce((sum: number, tool) => sum + estimateTool(tool), 0),
    ...parts,
  };
}

export function partOf({ entry, message }: SentMessage): 'messages' | 'toolResults' | 'todos' {
  if (entry.kind === 'user_todo_edit' || entry.kind === 'todos_restored') return 'todos';
  if (message.role !== 'tool') return 'messages';
  return isTodoTool(message.toolName) ? 'todos' : 'toolResults';
}

export function estimateSent({ entry, message, whole }: SentMessage): number {
  return whole === true ? estimateEntry(entry, false) : estimateMessage(message);
}

export function sumOf({ system, tools, messages, toolResults, todos }: ContextParts): number {
  return system + tools + messages + toolResults + todos;
}
