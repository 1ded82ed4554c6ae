import { must } from '../../../shared/lib/assert.ts';
import { isHeld, type RunStatus } from '../../../shared/run/status.ts';
import { NO_USAGE, type UsageTotal, usageFold } from '../../../shared/run/usage.ts';
import type { Entry } from '../../../shared/thread/entry.ts';
import { reading, writing, type WriteDb } from '../database.ts';
import { toUsage } from '../run-row.ts';

/** What a thread's entries add up to. */
export type Tally = { readonly updatedAt: number; readonly usage: UsageTotal };

const TALLY = reading<{ threadId: string }, { updated_at: number; usage: string }>(
  'tally',
  'SELECT updated_at, usage FROM summaries WHERE thread_id = :threadId',
);

export function tallyOf(db: WriteDb, threadId: string): Tally {
  const row = must(TALLY.get(db, { threadId }), `summary of thread ${threadId}`);
  return { updatedAt: row.updated_at, usage: toUsage(row.usage) };
}

export function stepTally(tally: Tally, entry: Entry): Tally {
  return { updatedAt: entry.at, usage: usageFold.step(tally.usage, entry) };
}

type ThreadRow = {
  readonly title: string;
  readonly pinned: number;
  readonly archived: number;
  readonly deleted_at: number | null;
  readonly created_at: number;
  readonly child: number;
};

const ROW = reading<{ threadId: string }, ThreadRow>(
  'threadRow',
  `SELECT title, pinned, archived, deleted_at, created_at, parent_thread_id IS NOT NULL AS child
   FROM threads WHERE id = :threadId`,
);

const WORKING = reading<{ threadId: string }, { status: RunStatus }>(
  'statusOfWorkingRuns',
  'SELECT status FROM runs INDEXED BY runs_working WHERE thread_id = :threadId AND finished_at IS NULL',
);

const STORE = writing<{
  threadId: string;
  updatedAt: number;
  usage: string;
  shelf: string;
  rank: number;
  titleKey: string;
}>(
  'storeSummary',
  `INSERT INTO summaries (thread_id, updated_at, usage, shelf, rank, title_key)
   VALUES (:threadId, :updatedAt, :usage, :shelf, :rank, :titleKey)
   ON CONFLICT (thread_id) DO UPDATE SET
     updated_at = excluded.updated_at, usage = excluded.usage, shelf = excluded.shelf,
     rank = excluded.rank, title_key = excluded.title_key`,
);

/** Stores the tally, and the thread's place in the lists. Its runs must be stored already. */
export function storeSummary(db: WriteDb, threadId: string, { updatedAt, usage }: Tally): void {
  const row = must(ROW.get(db, { threadId }), `thread ${threadId}`);
  const working = WORKING.all(db, { threadId });
  STORE.run(db, {
    threadId,
    updatedAt,
    usage: JSON.stringify(usage),
    shelf: shelfOf(row),
    rank: working.length === 0 ? row.pinned : working.every(({ status }) => isHeld(status)) ? 2 : 3,
    titleKey: titleKey(row.title),
  });
}

function shelfOf({ deleted_at: deletedAt, child, archived }: ThreadRow): string {
  if (deletedAt !== null) return 'hidden';
  if (child === 1) return 'child';
  return archived === 1 ? 'archived' : 'open';
}

/** Of a thread without entries. */
export function storeFirstSummary(db: WriteDb, threadId: string): void {
  const row = must(ROW.get(db, { threadId }), `thread ${threadId}`);
  storeSummary(db, threadId, { updatedAt: row.created_at, usage: NO_USAGE });
}

/** After the thread's row has changed. */
export function placeSummary(db: WriteDb, threadId: string): void {
  storeSummary(db, threadId, tallyOf(db, threadId));
}

/** What a title is searched by: letters alike whatever their case, and however they are composed. */
export function titleKey(title: string): string {
  return title.normalize('NFKC').toLowerCase();
}
