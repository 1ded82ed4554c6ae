import { assertNever } from '../lib/assert.ts';
import type { PathEntry } from './entry.ts';
import { changedParts } from './intervention-parts.ts';

/** What happened in the middle of a stretch that people look for. */
export type TreeMark = {
  /** The path entry that it is, or that called for it. */
  readonly entryId: string;
} & (
  | { readonly kind: 'handoff'; readonly agent: string }
  /** Tokens of what the model sees. */
  | { readonly kind: 'compaction'; readonly before: number; readonly after: number }
  /** What a person changed, in a few words each. */
  | { readonly kind: 'intervention'; readonly changed: readonly string[] }
  /** `agent` is absent until its run has started. */
  | { readonly kind: 'subagent'; readonly threadId: string; readonly agent?: string }
);

export const MARKED_KINDS: ReadonlySet<PathEntry['kind']> = new Set(['handoff', 'compaction', 'intervention']);

/** Of an entry by itself: that a sub-agent was asked, the thread of that one tells. */
export function markOf(entry: PathEntry): TreeMark | undefined {
  const { id: entryId } = entry;
  switch (entry.kind) {
    case 'handoff':
      return { kind: 'handoff', entryId, agent: entry.agent.name };
    case 'compaction':
      return { kind: 'compaction', entryId, before: entry.before.tokens, after: entry.after.tokens };
    case 'intervention':
      return { kind: 'intervention', entryId, changed: changedParts(entry) };
    case 'user_message':
    case 'assistant_message':
    case 'tool_result':
    case 'outputs_cleared':
    case 'user_todo_edit':
    case 'todos_restored':
    case 'reminder':
      return undefined;
    default:
      return assertNever(entry);
  }
}
