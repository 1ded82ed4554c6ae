import type { Result } from '../../shared/lib/result.ts';
import { reading, writing, type ReadDb, type WriteDb } from './database.ts';
import { placeSummary, storeFirstSummary } from './derived/summaries.ts';
import { StoreError, threadNotFound } from './failures.ts';
import { inTransaction } from './in-transaction.ts';
import { queuedMessages, queueMessage } from './queued-messages.ts';
import { putMetadata, threadMetadata } from './metadata.ts';

/** Every column of a thread's row. */
export const THREAD_COLUMNS = [
  'id',
  'created_at',
  'title',
  'title_by',
  'head_id',
  'pinned',
  'archived',
  'deleted_at',
  'purging',
  'imported_seq',
  'copied_seq',
  'source',
  'parent_thread_id',
  'parent_run_id',
  'parent_message_id',
  'parent_call_id',
] as const;

type ThreadRow = { readonly [column in (typeof THREAD_COLUMNS)[number]]: string | number | null };

const ROW = reading<{ threadId: string }, ThreadRow>(
  'wholeThreadRow',
  `SELECT ${THREAD_COLUMNS.join(', ')} FROM threads WHERE id = :threadId`,
);

const PUT = writing<ThreadRow>(
  'putThreadRow',
  `INSERT INTO threads (${THREAD_COLUMNS.join(', ')}) VALUES (${THREAD_COLUMNS.map((name) => `:${name}`).join(', ')})
   ON CONFLICT (id) DO UPDATE SET ${THREAD_COLUMNS.slice(1)
     .map((name) => `${name} = excluded.${name}`)
     .join(', ')}`,
);

function rowOf(db: ReadDb, threadId: string): ThreadRow {
  const row = ROW.get(db, { threadId });
  if (row === undefined) throw threadNotFound();
  return row;
}

/** Begins a thread that is copied as it is from another store; `importEntries` goes on, and hides it until it is whole. */
export function beginCopy(from: ReadDb, to: WriteDb, threadId: string, at: number): Result<null> {
  return inTransaction(to, 'beginCopy', () => {
    PUT.run(to, { ...rowOf(from, threadId), deleted_at: at });
    storeFirstSummary(to, threadId);
    return null;
  });
}

const UNSENT = reading<{ threadId: string }, { key: string; text: string }>(
  'unsentOfThread',
  `SELECT key, text FROM drafts WHERE key IN ('thread:' || :threadId, 'attachments:' || :threadId, 'todos:' || :threadId)
     OR (key >= 'edit:' || :threadId || ':' AND key < 'edit:' || :threadId || ';')`,
);

const PUT_UNSENT = writing<{ key: string; text: string }>(
  'copyUnsent',
  'INSERT INTO drafts (key, text) VALUES (:key, :text) ON CONFLICT (key) DO UPDATE SET text = excluded.text',
);

/** Shows threads that are whole, with what else there is of them. */
export function finishCopy(from: ReadDb, to: WriteDb, threadIds: readonly string[]): Result<null> {
  return inTransaction(to, 'finishCopy', () => {
    for (const threadId of threadIds) {
      PUT.run(to, rowOf(from, threadId));
      for (const [key, value] of Object.entries(threadMetadata(from, threadId))) putMetadata(to, threadId, key, value);
      for (const unsent of UNSENT.all(from, { threadId })) PUT_UNSENT.run(to, unsent);
      for (const message of queuedMessages(from, threadId)) {
        const queued = queueMessage(to, message);
        if (!queued.ok) throw new StoreError(queued.error);
      }
      placeSummary(to, threadId);
    }
    return null;
  });
}
