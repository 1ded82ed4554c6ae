import type { ThreadSummary } from '../../shared/thread/summary.ts';
import type { ThreadWindow } from '../../shared/thread/window.ts';
import { branchPage } from './branches.ts';
import { snapshot, type ReadDb } from './database.ts';
import { newestSeq } from './entries.ts';
import { plansSince } from './plans.ts';
import { spanPage } from './spans.ts';
import { threadSummary } from './summaries.ts';
import { headOf } from './thread-rows.ts';

/** All of a window but what only the engine's memory knows. */
export type StoredWindow = Omit<ThreadWindow, 'live'>;

export type OpenedThread = { readonly summary: ThreadSummary; readonly window: StoredWindow };

/** What the timeline begins with; it asks for more when it is looked at. */
const SPANS = 200;
const NO_PLANS = { planHistory: [], hasEarlierPlans: false } as const;

/** A thread as of one moment, with the last `limit` entries of its active branch; `undefined` if hidden or not there. */
export function openThread(db: ReadDb, threadId: string, limit: number): OpenedThread | undefined {
  return snapshot(db, 'openThread', () => {
    const summary = threadSummary(db, threadId);
    if (summary === undefined) return undefined;
    const headId = headOf(db, threadId) ?? null;
    const page = headId === null ? undefined : branchPage(db, { threadId, endsAt: headId, limit });
    const window: StoredWindow = {
      threadId,
      seq: newestSeq(db, threadId),
      headId,
      entries: page?.entries ?? [],
      hasEarlier: page?.hasEarlier ?? false,
      notes: page?.notes ?? [],
      siblings: page?.siblings ?? {},
      ...(headId === null ? NO_PLANS : plansSince(db, headId, page?.entries[0]?.seq ?? 0)),
      ...spanPage(db, threadId, SPANS),
    };
    return { summary, window };
  });
}
