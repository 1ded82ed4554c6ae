import type { Result } from '../../shared/lib/result.ts';
import type { Draft } from '../../shared/thread/draft.ts';
import type { Entry } from '../../shared/thread/entry.ts';
import { appendEntries, type Appended } from '../threads/append.ts';
import type { RunsDeps } from './deps.ts';

/** Commits drafts at `tip` of the thread's active branch and, once they are committed, tells every window. */
export function commit(
  deps: Pick<RunsDeps, 'store' | 'live' | 'now' | 'publish' | 'touched'>,
  where: {
    readonly threadId: string;
    readonly runId?: string;
    readonly tip: string | null;
    /** Absent: now. */
    readonly at?: number;
  },
  drafts: readonly Draft[],
): Result<Appended> {
  const { threadId } = where;
  const appended = appendEntries(deps.store.write, { at: deps.now(), ...where, drafts, head: 'follow' });
  if (!appended.ok) return appended;
  const { entries, headId } = appended.value;
  deps.live.committed(threadId, entries);
  deps.publish({ type: 'entries', threadId, entries, headId });
  deps.touched(threadId, entries.some(isUrgent));
  return appended;
}

/** Whether lists of threads should show it at once: what a run does, and how its plan goes. */
function isUrgent({ kind }: Entry): boolean {
  return kind !== 'usage' && kind !== 'retry' && kind !== 'tool_started' && kind !== 'assistant_message';
}
