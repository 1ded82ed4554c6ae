import type { Result } from '../../shared/lib/result.ts';
import type { Draft } from '../../shared/thread/draft.ts';
import { isPathEntry, type Entry } from '../../shared/thread/entry.ts';
import { appendEntries, type Append, type Appended } from '../threads/append.ts';
import { siblingsOf } from '../threads/siblings.ts';
import type { RunsDeps } from './deps.ts';

/** Commits drafts at `tip` and, once they are committed, tells every window. */
export function commit(
  deps: Pick<RunsDeps, 'store' | 'live' | 'now' | 'publish' | 'touched'>,
  where: {
    readonly threadId: string;
    readonly runId?: string;
    readonly tip: string | null;
    /** Absent: now. */
    readonly at?: number;
    /** Absent: `follow`. */
    readonly head?: Append['head'];
    readonly creates?: Append['creates'];
  },
  drafts: readonly Draft[],
): Result<Appended> {
  const { threadId } = where;
  const appended = appendEntries(deps.store.write, { at: deps.now(), head: 'follow', ...where, drafts });
  if (!appended.ok) return appended;
  const { entries, headId } = appended.value;
  deps.live.committed(threadId, entries);
  // The others of the commit hang from it, one from the other.
  const first = entries.find(isPathEntry);
  const siblings = first === undefined ? {} : siblingsOf(deps.store.read, [first.id]);
  const beside = Object.keys(siblings).length === 0 ? {} : { siblings };
  deps.publish({ type: 'entries', threadId, entries, headId, ...beside });
  deps.touched(threadId, entries.some(isUrgent));
  return appended;
}

/** Whether lists of threads should show it at once: what a run does, and how its plan goes. */
function isUrgent({ kind }: Entry): boolean {
  return kind !== 'usage' && kind !== 'retry' && kind !== 'tool_started' && kind !== 'assistant_message';
}
