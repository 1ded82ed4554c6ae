import type { Result } from '../../shared/lib/result.ts';
import type { Draft } from '../../shared/thread/draft.ts';
import { ENTRY_VERSION, isPathEntry, type Entry } from '../../shared/thread/entry.ts';
import { moveHead } from './active-branch.ts';
import { useBlobs } from './blobs.ts';
import { deleteCheckpoint } from './checkpoints.ts';
import { reading, type WriteDb } from './database.ts';
import { deriveEntries } from './derived/derive.ts';
import { insertEntry } from './entry-row.ts';
import { entryNotFound, threadNotFound } from './failures.ts';
import { inTransaction } from './in-transaction.ts';
import { unqueue } from './queued-messages.ts';
import { insertThread, type NewThread } from './thread-rows.ts';

export type Append = {
  readonly threadId: string;
  readonly runId?: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
  /** The path entry that the drafts go on from; `null` starts a new root. */
  readonly tip: string | null;
  readonly drafts: readonly Draft[];
  /**
   * What becomes of the thread's head: `follow` moves it along if it was at the tip, `take` moves it in any case, `stay`
   * leaves it.
   */
  readonly head: 'follow' | 'take' | 'stay';
  /** The thread itself, where these are its first entries: neither is there without the other. */
  readonly creates?: NewThread;
};

export type Appended = {
  /** As stored, in order, dense in seq. */
  readonly entries: readonly Entry[];
  /** Where the next append goes on. */
  readonly tip: string | null;
  readonly headId: string | null;
  /** Whether the tip is off the active branch. */
  readonly side: boolean;
};

const THREAD = reading<{ threadId: string }, { head_id: string | null; seq: number }>(
  'threadToAppendTo',
  `SELECT head_id, (SELECT coalesce(max(seq), 0) FROM entries WHERE thread_id = :threadId) AS seq
   FROM threads WHERE id = :threadId AND purging = 0`,
);

const IN_PATH = reading<{ id: string; threadId: string }, { found: 1 }>(
  'isPathEntry',
  'SELECT 1 AS found FROM nodes WHERE entry_id = :id AND thread_id = :threadId',
);

/**
 * Appends entries to a thread: with what is derived from them, its head and its run's checkpoint, in one transaction
 * that is on the disk when this returns. Never throws; a failure (`thread_not_found`, `entry_not_found`, `disk_full`,
 * `store_damaged`, `store_failed`) has written nothing.
 */
export function appendEntries(db: WriteDb, append: Append): Result<Appended> {
  return inTransaction(db, 'appendEntries', () => {
    const { threadId, runId, tip: oldTip, creates } = append;
    if (creates !== undefined) insertThread(db, creates);
    const thread = THREAD.get(db, { threadId });
    if (thread === undefined) throw threadNotFound();
    if (oldTip !== null) mustBeInPath(db, threadId, oldTip);
    const { entries, tip } = entriesOf(append, thread.seq);
    const fresh = new Set(entries.filter(isPathEntry).map((entry) => entry.id));
    for (const entry of entries) {
      if (!isPathEntry(entry) && !fresh.has(entry.targetId)) mustBeInPath(db, threadId, entry.targetId);
    }
    // First, so that the answer takes the pages that its checkpoint leaves.
    if (runId !== undefined && entries.some(endsAnswer)) deleteCheckpoint(db, runId);
    for (const entry of entries) insertEntry(db, entry);
    useBlobs(db, threadId, entries);
    for (const { id, kind } of entries) if (kind === 'user_message') unqueue(db, id);
    const moves = append.head === 'take' || (append.head === 'follow' && thread.head_id === oldTip);
    const headId = moves ? tip : thread.head_id;
    if (headId !== thread.head_id) moveHead(db, threadId, headId);
    if (entries.length > 0) deriveEntries(db, threadId, entries);
    return { entries, tip, headId, side: headId !== tip };
  });
}

function entriesOf(
  append: Append,
  lastSeq: number,
): { readonly entries: readonly Entry[]; readonly tip: string | null } {
  const { threadId, runId, at } = append;
  let { tip } = append;
  const entries = append.drafts.map((draft, index): Entry => {
    const stamp = { id: draft.id, threadId, seq: lastSeq + 1 + index, at, v: ENTRY_VERSION };
    const whole = runId === undefined ? stamp : { ...stamp, runId };
    if ('targetId' in draft) return { ...whole, targetId: draft.targetId, ...draft.body };
    const parentId = tip;
    tip = draft.id;
    return { ...whole, parentId, ...draft.body };
  });
  return { entries, tip };
}

function endsAnswer(entry: Entry): boolean {
  return entry.kind === 'assistant_message' || entry.kind === 'run_finished';
}

function mustBeInPath(db: WriteDb, threadId: string, id: string): void {
  if (IN_PATH.get(db, { id, threadId }) !== undefined) return;
  throw entryNotFound();
}
