import { createHash } from 'node:crypto';
import type { Result } from '../../shared/lib/result.ts';
import type { Attachment } from '../../shared/thread/attachment.ts';
import type { Entry } from '../../shared/thread/entry.ts';
import { reading, writing, type NoParams, type ReadDb, type WriteDb } from './database.ts';
import { StoreError } from './failures.ts';
import { inTransaction } from './in-transaction.ts';

/** What nobody has sent yet is kept this long: a message may still be in the writing. */
const UNSENT_MS = 7 * 24 * 3_600_000;

const PUT = writing<{ id: string; bytes: Uint8Array; at: number }>(
  'putBlob',
  'INSERT INTO blobs (id, bytes, at) VALUES (:id, :bytes, :at) ON CONFLICT (id) DO UPDATE SET at = excluded.at',
);

/** Keeps bytes and answers their id, the SHA-256 of them in hexadecimal. */
export function putBlob(db: WriteDb, bytes: Uint8Array, at: number): Result<string> {
  const id = createHash('sha256').update(bytes).digest('hex');
  return inTransaction(db, 'putBlob', () => {
    PUT.run(db, { id, bytes, at });
    return id;
  });
}

const GET = reading<{ id: string }, { bytes: Buffer }>('blobOf', 'SELECT bytes FROM blobs WHERE id = :id');

export function blobOf(db: ReadDb, id: string): Uint8Array | undefined {
  return GET.get(db, { id })?.bytes;
}

const THERE = reading<{ id: string }, { found: 1 }>('isBlob', 'SELECT 1 AS found FROM blobs WHERE id = :id');

const USE = writing<{ blobId: string; threadId: string }>(
  'useBlob',
  'INSERT INTO blob_uses (blob_id, thread_id) VALUES (:blobId, :threadId) ON CONFLICT DO NOTHING',
);

/** Notes that a thread needs what its new entries name. In the transaction that appends them. */
export function useBlobs(db: WriteDb, threadId: string, entries: readonly Entry[]): void {
  for (const entry of entries) {
    // Requests are for looking back: an entry without them is whole.
    for (const id of requestBlobs(entry))
      if (THERE.get(db, { id }) !== undefined) USE.run(db, { blobId: id, threadId });
    if (entry.kind === 'user_message') needAttachments(db, threadId, entry.attachments ?? []);
  }
}

/** Notes that a thread needs these files. Throws a `StoreError` of code `attachment_gone`. */
export function needAttachments(db: WriteDb, threadId: string, attachments: readonly Attachment[]): void {
  for (const { id, name } of attachments) {
    if (THERE.get(db, { id }) === undefined) {
      const message = `The attachment “${name}” is not there any more`;
      throw new StoreError({ code: 'attachment_gone', message, hint: 'Attach the file again' });
    }
    USE.run(db, { blobId: id, threadId });
  }
}

function requestBlobs(entry: Entry): readonly string[] {
  const request = entry.kind === 'assistant_message' || entry.kind === 'run_finished' ? entry.request : undefined;
  if (request === undefined) return [];
  return request.body === undefined ? [request.tools] : [request.tools, request.body];
}

const SWEEP = writing<{ before: number }>(
  'sweepBlobs',
  'DELETE FROM blobs WHERE at < :before AND id NOT IN (SELECT blob_id FROM blob_uses)',
);

/** Removes what no thread needs, and nobody is about to send (`now` in ms since the epoch). Answers how many. */
export function sweepBlobs(db: WriteDb, now: number): Result<number> {
  return inTransaction(db, 'sweepBlobs', () => SWEEP.run(db, { before: now - UNSENT_MS }));
}

const COUNT = reading<NoParams, { count: number }>('countBlobs', 'SELECT count(*) AS count FROM blobs');

export function countBlobs(db: ReadDb): number {
  return COUNT.get(db, {})?.count ?? 0;
}
