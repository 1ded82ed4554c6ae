import type { ChildThread } from '../../shared/run/child-thread.ts';
import { isActive } from '../../shared/run/status.ts';
import type { Span } from '../../shared/run/timeline.ts';
import { approvalsOf } from './approvals.ts';
import { childrenOf, familyOf } from './children.ts';
import { reading, type ReadDb } from './database.ts';
import { newestRun } from './runs.ts';
import { threadSummary } from './summaries.ts';

/** The threads of the sub-agents that a thread's runs have asked themselves, in the order in which they were asked. */
export function childThreads(db: ReadDb, threadId: string): readonly ChildThread[] {
  return childrenOf(db, threadId).flatMap((id): readonly ChildThread[] => {
    const summary = threadSummary(db, id);
    const { spawnedBy, status, runId } = summary ?? {};
    if (summary === undefined || spawnedBy === undefined || status === undefined) return [];
    if (!isActive(status) || runId === undefined) return [{ summary, spawnedBy, approvals: [] }];
    return [{ summary, spawnedBy, activity: activityOf(db, id, runId), approvals: approvalsBelow(db, id) }];
  });
}

const OPEN = reading<{ threadId: string; runId: string }, Pick<Span, 'kind' | 'name'>>(
  'newestOpenSpan',
  `SELECT kind, name FROM spans INDEXED BY spans_active
   WHERE run_id = :runId AND ended_at IS NULL AND thread_id = :threadId ORDER BY seq DESC, n DESC LIMIT 1`,
);

function activityOf(db: ReadDb, threadId: string, runId: string): ChildThread['activity'] {
  return OPEN.get(db, { threadId, runId });
}

function approvalsBelow(db: ReadDb, threadId: string): ChildThread['approvals'] {
  return familyOf(db, threadId).flatMap((id) => {
    const run = newestRun(db, id);
    return run === undefined ? [] : approvalsOf(db, run);
  });
}
