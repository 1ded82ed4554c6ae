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

const OF_THREAD = reading<{ threadId: string }, { id: string }>(
  'blobsOfThread',
  'SELECT blob_id AS id FROM blob_uses WHERE thread_id = :threadId ORDER BY blob_id',
);

/** What a thread needs. */
export function blobsOfThread(db: ReadDb, threadId: string): readonly string[] {
  return OF_THREAD.all(db, { threadId }).map((row) => row.id);
}

/** Keeps in another store what is in this one; what is not there is nothing to copy. */
export function copyBlob(from: ReadDb, to: WriteDb, id: string, at: number): Result<null> {
  return inTransaction(to, 'copyBlob', () => {
    copy(from, to, id, at);
    return null;
  });
}

function copy(from: ReadDb, to: WriteDb, id: string, at: number): void {
  const bytes = THERE.get(to, { id }) === undefined ? blobOf(from, id) : undefined;
  if (bytes !== undefined) PUT.run(to, { id, bytes, at });
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

/** Keeps what an entry needs, for its thread, as it is in another store. */
export function bringBlobs(from: ReadDb, to: WriteDb, entry: Entry, at: number): Result<null> {
  return inTransaction(to, 'bringBlobs', () => {
    const attached = entry.kind === 'user_message' ? (entry.attachments ?? []) : [];
    for (const id of [...requestBlobs(entry), ...attached.map((file) => file.id)]) {
      copy(from, to, id, at);
      if (THERE.get(to, { id }) !== undefined) USE.run(to, { blobId: id, threadId: entry.threadId });
    }
    return null;
  });
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

const FORGET = writing<{ id: string }>(
  'forgetBlob',
  'DELETE FROM blobs WHERE id = :id AND id NOT IN (SELECT blob_id FROM blob_uses)',
);

/** Removes a blob at once, unless a thread needs it. Answers whether it was there. */
export function forgetBlob(db: WriteDb, id: string): Result<boolean> {
  return inTransaction(db, 'forgetBlob', () => FORGET.run(db, { id }) > 0);
}

const COUNT = reading<NoParams, { count: number }>('countBlobs', 'SELECT count(*) AS count FROM blobs');

export function countBlobs(db: ReadDb): number {
  return COUNT.get(db, {})?.count ?? 0;
}
