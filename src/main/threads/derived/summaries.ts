import { must } from '../../../shared/lib/assert.ts';
import { isActive, isHeld, type ThreadStatus } from '../../../shared/run/status.ts';
import { NO_USAGE, type UsageTotal, usageFold } from '../../../shared/run/usage.ts';
import type { Entry } from '../../../shared/thread/entry.ts';
import { reading, writing, type WriteDb } from '../database.ts';
import { toUsage } from '../run-row.ts';

/** What a thread's entries add up to. */
export type Tally = { readonly updatedAt: number; readonly runId: string | null; readonly usage: UsageTotal };

const TALLY = reading<{ threadId: string }, { updated_at: number; run_id: string | null; usage: string }>(
  'tally',
  'SELECT updated_at, run_id, usage FROM summaries WHERE thread_id = :threadId',
);

export function tallyOf(db: WriteDb, threadId: string): Tally {
  const row = must(TALLY.get(db, { threadId }), `summary of thread ${threadId}`);
  return { updatedAt: row.updated_at, runId: row.run_id, usage: toUsage(row.usage) };
}

export function stepTally(tally: Tally, entry: Entry): Tally {
  return {
    updatedAt: entry.at,
    runId: entry.kind === 'run_started' ? (entry.runId ?? entry.id) : tally.runId,
    usage: usageFold.step(tally.usage, entry),
  };
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

const STATUS = reading<{ runId: string }, { status: ThreadStatus }>(
  'statusOfRun',
  'SELECT status FROM runs WHERE id = :runId',
);

const STORE = writing<{
  threadId: string;
  updatedAt: number;
  runId: string | null;
  usage: string;
  shelf: string;
  rank: number;
  titleKey: string;
}>(
  'storeSummary',
  `INSERT INTO summaries (thread_id, updated_at, run_id, usage, shelf, rank, title_key)
   VALUES (:threadId, :updatedAt, :runId, :usage, :shelf, :rank, :titleKey)
   ON CONFLICT (thread_id) DO UPDATE SET
     updated_at = excluded.updated_at, run_id = excluded.run_id, usage = excluded.usage, shelf = excluded.shelf,
     rank = excluded.rank, title_key = excluded.title_key`,
);

/** Stores the tally, and the thread's place in the lists. Its newest run must be stored already. */
export function storeSummary(db: WriteDb, threadId: string, { updatedAt, runId, usage }: Tally): void {
  const row = must(ROW.get(db, { threadId }), `thread ${threadId}`);
  const status = runId === null ? 'idle' : (STATUS.get(db, { runId })?.status ?? 'idle');
  STORE.run(db, {
    threadId,
    updatedAt,
    runId,
    usage: JSON.stringify(usage),
    shelf: shelfOf(row),
    rank: isHeld(status) ? 2 : isActive(status) ? 3 : row.pinned,
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
  storeSummary(db, threadId, { updatedAt: row.created_at, runId: null, usage: NO_USAGE });
}

/** After the thread's row has changed. */
export function placeSummary(db: WriteDb, threadId: string): void {
  storeSummary(db, threadId, tallyOf(db, threadId));
}

/** What a title is searched by: letters alike whatever their case, and however they are composed. */
export function titleKey(title: string): string {
  return title.normalize('NFKC').toLowerCase();
}
