import type { Json } from '../../shared/lib/json.ts';
import type { Result } from '../../shared/lib/result.ts';
import { reading, writing, type ReadDb, type WriteDb } from './database.ts';
import { threadNotFound } from './failures.ts';
import { inTransaction } from './in-transaction.ts';

export type ThreadMetadata = { readonly [key: string]: Json };

const ALL = reading<{ threadId: string }, { key: string; value: string }>(
  'threadMetadata',
  'SELECT key, value FROM thread_metadata WHERE thread_id = :threadId ORDER BY key',
);

export function threadMetadata(db: ReadDb, threadId: string): ThreadMetadata {
  return Object.fromEntries(ALL.all(db, { threadId }).map(({ key, value }) => [key, JSON.parse(value) as Json]));
}

const SET = writing<{ threadId: string; key: string; value: string }>(
  'setThreadMetadata',
  `INSERT INTO thread_metadata (thread_id, key, value)
   SELECT id, :key, :value FROM threads WHERE id = :threadId AND purging = 0
   ON CONFLICT (thread_id, key) DO UPDATE SET value = excluded.value`,
);

/** Sets one key and leaves the others. */
export function setThreadMetadata(db: WriteDb, threadId: string, key: string, value: Json): Result<null> {
  return inTransaction(db, 'setThreadMetadata', () => {
    putMetadata(db, threadId, key, value);
    return null;
  });
}

/** The same as part of a transaction. */
export function putMetadata(db: WriteDb, threadId: string, key: string, value: Json): void {
  if (SET.run(db, { threadId, key, value: JSON.stringify(value) }) === 0) throw threadNotFound();
}
