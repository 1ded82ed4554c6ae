import type { Result } from '../../shared/lib/result.ts';
import { reading, writing, type ReadDb, type WriteDb } from './database.ts';
import { inTransaction } from './in-transaction.ts';

const GET = reading<{ key: string }, { text: string }>('unsentOf', 'SELECT text FROM drafts WHERE key = :key');

/** What was being written in the field of that key; empty when nothing was. */
export function unsentOf(db: ReadDb, key: string): string {
  return GET.get(db, { key })?.text ?? '';
}

const PUT = writing<{ key: string; text: string }>(
  'putUnsent',
  'INSERT INTO drafts (key, text) VALUES (:key, :text) ON CONFLICT (key) DO UPDATE SET text = excluded.text',
);

const DELETE = writing<{ key: string }>('deleteUnsent', 'DELETE FROM drafts WHERE key = :key');

/** An empty text forgets it. */
export function putUnsent(db: WriteDb, key: string, text: string): Result<null> {
  return inTransaction(db, 'putUnsent', () => {
    if (text === '') DELETE.run(db, { key });
    else PUT.run(db, { key, text });
    return null;
  });
}
