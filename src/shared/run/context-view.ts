import { assertNever } from '../lib/assert.ts';
import type { PathEntry } from '../thread/entry.ts';
import { clearedNote, sentMessages, type SentMessage } from '../thread/messages.ts';
import { visiblePath, type ClearingEntry, type CompactionEntry } from '../thread/visible-path.ts';

/** A branch, and what of it a model that goes on from its end is sent. Indices are those of `path`. */
export type ContextView = {
  /** From its root. */
  readonly path: readonly PathEntry[];
  /** What is before is more than the run's history limit lets the model see. */
  readonly limitedBefore: number;
  /** What is before is summarised, or limited. */
  readonly compactedBefore: number;
  /** The compaction whose summary is sent. */
  readonly compaction?: CompactionEntry;
  /** Results before are cleared. */
  readonly clearedBefore: number;
  readonly clearing?: ClearingEntry;
  readonly sent: readonly SentMessage[];
  /** The entries that a message is of, by id. */
  readonly sentIds: ReadonlySet<string>;
};

/**
 * Why a model is not sent an entry, or not as it was. `byId`: the entry that is to blame. `replaced`: a newer one stands for
 * it. `empty`: an answer that was cut before its first word. `people`: what it says is for people alone.
 */
export type Hidden =
  | { readonly why: 'compaction' | 'cleared'; readonly byId: string }
  | { readonly why: 'history_limit' | 'replaced' | 'empty' | 'people' };

/** `seen`: the end of `path` that the run sees, by its history limit. */
export function contextView(path: readonly PathEntry[], seen: readonly PathEntry[]): ContextView {
  const { entries, compaction, clearedBefore, clearing } = visiblePath(seen);
  const compactedBefore = path.length - entries.length;
  const sent = sentMessages(seen);
  return {
    path,
    limitedBefore: path.length - seen.length,
    compactedBefore,
    ...(compaction === undefined ? {} : { compaction }),
    clearedBefore: compactedBefore + clearedBefore,
    ...(clearing === undefined ? {} : { clearing }),
    sent,
    sentIds: new Set(sent.map(({ entry }) => entry.id)),
  };
}

/** `undefined`: it is sent as it is. */
export function hiddenAt(view: ContextView, index: number): Hidden | undefined {
  const entry = view.path[index];
  if (entry === undefined) return undefined;
  if (index < view.limitedBefore) return { why: 'history_limit' };
  if (index < view.compactedBefore) return view.compaction && { why: 'compaction', byId: view.compaction.id };
  if (view.sentIds.has(entry.id)) {
    const cleared = view.clearing !== undefined && index < view.clearedBefore;
    const isNote = cleared && entry.kind === 'tool_result' && clearedNote(entry) !== undefined;
    return isNote ? { why: 'cleared', byId: view.clearing.id } : undefined;
  }
  switch (entry.kind) {
    case 'compaction':
      // Of the newest, that alone can take its summary away.
      return { why: view.compaction === undefined ? 'history_limit' : 'replaced' };
    case 'todos_restored':
    case 'tool_result':
      return { why: 'replaced' };
    case 'assistant_message':
      return { why: 'empty' };
    case 'user_message':
    case 'user_todo_edit':
    case 'reminder':
    case 'handoff':
    case 'outputs_cleared':
    case 'intervention':
      return { why: 'people' };
    default:
      return assertNever(entry);
  }
}

/** What a compaction, or a clearing, at the end of a branch took out of the model's sight: entries of `before`, oldest first. */
export function takenOut(before: ContextView, cut: CompactionEntry | ClearingEntry): readonly PathEntry[] {
  const { path, compactedBefore, clearedBefore } = before;
  const untilId = cut.kind === 'compaction' ? cut.firstKeptId : cut.untilId;
  const until = untilId === null ? path.length : path.findIndex(({ id }) => id === untilId);
  if (cut.kind === 'compaction') return path.slice(compactedBefore, Math.max(compactedBefore, until)).filter(isSpoken);
  return path
    .slice(clearedBefore, Math.max(clearedBefore, until))
    .filter((entry) => entry.kind === 'tool_result' && clearedNote(entry) !== undefined);
}

function isSpoken({ kind }: PathEntry): boolean {
  return kind !== 'compaction' && kind !== 'outputs_cleared' && kind !== 'handoff';
}
