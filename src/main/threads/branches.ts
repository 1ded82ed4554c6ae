import { setImmediate } from 'node:timers/promises';
import type { PathEntry } from '../../shared/thread/entry.ts';
import type { ThreadWindow } from '../../shared/thread/window.ts';
import { reading, type ReadDb } from './database.ts';
import { COLUMNS_OF_E, toPathEntry, type EntryRow } from './entry-row.ts';
import { notesAbout } from './entries.ts';
import { siblingsOf } from './siblings.ts';

// A parent is older than its child: asking for that makes every walk end, whatever a file holds.
const WALK = `
  WITH RECURSIVE walk (row, thread_id, parent_id, seq) AS (
    SELECT rowid, thread_id, parent_id, seq FROM entries
    WHERE id = :endsAt AND thread_id = :threadId AND target_id IS NULL
    UNION ALL
    SELECT e.rowid, e.thread_id, e.parent_id, e.seq
    FROM walk CROSS JOIN entries e ON e.id = walk.parent_id
    WHERE e.thread_id = walk.thread_id AND e.target_id IS NULL AND e.seq < walk.seq
    LIMIT :limit
  )
  SELECT ${COLUMNS_OF_E}
  FROM walk CROSS JOIN entries e ON e.rowid = walk.row`;

const BRANCH = reading<{ threadId: string; endsAt: string; limit: number }, EntryRow>('branch', WALK);

export type BranchPage = Pick<ThreadWindow, 'entries' | 'notes' | 'siblings' | 'hasEarlier'>;

export type PageOfBranch = {
  readonly threadId: string;
  readonly endsAt: string;
  /** Whether the page ends right before that entry instead of with it. */
  readonly before?: boolean;
  readonly limit: number;
};

/** Part of the branch that `endsAt` is on, oldest first; `undefined` where the thread has no such path entry. */
export function branchPage(db: ReadDb, { threadId, endsAt, before, limit }: PageOfBranch): BranchPage | undefined {
  const skipped = before === true ? 1 : 0;
  // One more tells whether there is an earlier page.
  const rows = BRANCH.all(db, { threadId, endsAt, limit: limit + skipped + 1 });
  if (rows.length === 0) return undefined;
  const newestFirst = rows.toSorted((a, b) => b.seq - a.seq);
  const entries = newestFirst
    .slice(skipped, skipped + limit)
    .map(toPathEntry)
    .reverse();
  const ids = entries.map((entry) => entry.id);
  return {
    entries,
    notes: notesAbout(db, ids),
    siblings: siblingsOf(db, ids),
    hasEarlier: rows.length > skipped + limit,
  };
}

/** The branch from its root to `leafId`: all of it, however long. */
export function wholeBranch(db: ReadDb, threadId: string, leafId: string): readonly PathEntry[] {
  return endOfBranch(db, threadId, leafId, -1);
}

/** The newest entries of the branch that ends with `leafId`, oldest first, and no more than `limit`. */
export function endOfBranch(db: ReadDb, threadId: string, leafId: string, limit: number): readonly PathEntry[] {
  const rows = BRANCH.all(db, { threadId, endsAt: leafId, limit });
  return rows.toSorted((a, b) => a.seq - b.seq).map(toPathEntry);
}

/** Entries that are read in one turn of the loop: about 2 ms of it. */
const SLICE = 200;

/** The same for branches of any length: others have their turn in between. What a branch holds never changes. */
export async function wholeBranchInSlices(db: ReadDb, threadId: string, leafId: string): Promise<readonly PathEntry[]> {
  const slices: (readonly PathEntry[])[] = [];
  let endsAt: string | null = leafId;
  let above = Number.POSITIVE_INFINITY;
  while (endsAt !== null) {
    if (slices.length > 0) await setImmediate();
    const rows: readonly EntryRow[] = BRANCH.all(db, { threadId, endsAt, limit: SLICE }).toSorted(
      (a, b) => a.seq - b.seq,
    );
    const [first, last] = [rows[0], rows.at(-1)];
    if (first === undefined || last === undefined || last.seq >= above) break;
    above = first.seq;
    endsAt = first.parent_id;
    slices.push(rows.map(toPathEntry));
  }
  return slices.reverse().flat();
}

const LEAVES = reading<{ threadId: string }, { entry_id: string }>(
  'leavesOf',
  'SELECT entry_id FROM nodes WHERE thread_id = :threadId AND children = 0 ORDER BY seq',
);

/** The ends of a thread's branches, in the order in which they were written. */
export function leavesOf(db: ReadDb, threadId: string): readonly string[] {
  return LEAVES.all(db, { threadId }).map((row) => row.entry_id);
}
