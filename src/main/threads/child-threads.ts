import type { ChildLane, ChildThread } from '../../shared/run/child-thread.ts';
import { isActive } from '../../shared/run/status.ts';
import type { Span } from '../../shared/run/timeline.ts';
import type { Pace } from '../lib/pace.ts';
import { approvalsOf } from './approvals.ts';
import { childrenOf, familyOf, threadsBelowRun } from './children.ts';
import { reading, type ReadDb } from './database.ts';
import { newestRun } from './runs.ts';
import { spanPage } from './spans.ts';
import { threadSummary } from './summaries.ts';

/**
 * The threads of the sub-agents that a thread's runs have asked themselves, in the order in which they were asked. There may
 * be hundreds: others have their turn in between.
 */
export async function childThreads(db: ReadDb, threadId: string, { breathe }: Pace): Promise<readonly ChildThread[]> {
  const children: ChildThread[] = [];
  for (const id of childrenOf(db, threadId)) {
    await breathe();
    const child = childThread(db, id);
    if (child !== undefined) children.push(child);
  }
  return children;
}

function childThread(db: ReadDb, id: string): ChildThread | undefined {
  const summary = threadSummary(db, id);
  if (summary?.spawnedBy === undefined) return undefined;
  const { spawnedBy, status, runId } = summary;
  if (!isActive(status) || runId === undefined) return { summary, spawnedBy, approvals: [] };
  return { summary, spawnedBy, activity: activityOf(db, id, runId), approvals: approvalsBelow(db, id) };
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

/** More than anybody looks through in one place. */
const MOST_LANES = 200;
const SPANS_OF_LANE = 300;

/** The threads that worked for a run, at any depth, with what they did: each after the one that it works for. */
export async function childLanes(
  db: ReadDb,
  threadId: string,
  runId: string,
  { breathe }: Pace,
): Promise<readonly ChildLane[]> {
  const lanes: ChildLane[] = [];
  for (const id of threadsBelowRun(db, threadId, runId, MOST_LANES)) {
    await breathe();
    const summary = threadSummary(db, id);
    if (summary?.spawnedBy === undefined) continue;
    const { spans, earlierSpans } = spanPage(db, id, SPANS_OF_LANE);
    const { spawnedBy, agent, title, status } = summary;
    lanes.push({
      threadId: id,
      spawnedBy,
      name: agent ?? title,
      status,
      spans,
      hasEarlier: earlierSpans !== undefined,
    });
  }
  return lanes;
}
