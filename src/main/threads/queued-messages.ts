import type { Result } from '../../shared/lib/result.ts';
import type { Attachment } from '../../shared/thread/attachment.ts';
import type { QueuedMessage } from '../../shared/thread/queued-message.ts';
import { needAttachments } from './blobs.ts';
import { reading, writing, type ReadDb, type WriteDb } from './database.ts';
import { StoreError } from './failures.ts';
import { inTransaction } from './in-transaction.ts';

type Row = {
  readonly id: string;
  readonly thread_id: string;
  readonly run_id: string;
  readonly text: string;
  readonly attachments: string;
  readonly at: number;
};

const COLUMNS = 'id, thread_id, run_id, text, attachments, at';

function toQueued({ id, thread_id: threadId, run_id: runId, text, attachments, at }: Row): QueuedMessage {
  return { id, threadId, runId, text, attachments: JSON.parse(attachments) as readonly Attachment[], at };
}

const OF_THREAD = reading<{ threadId: string }, Row>(
  'queuedMessages',
  `SELECT ${COLUMNS} FROM queued_messages WHERE thread_id = :threadId ORDER BY place`,
);

/** In the order in which they are to be read. */
export function queuedMessages(db: ReadDb, threadId: string): readonly QueuedMessage[] {
  return OF_THREAD.all(db, { threadId }).map(toQueued);
}

const BY_ID = reading<{ id: string }, Row>('queuedMessage', `SELECT ${COLUMNS} FROM queued_messages WHERE id = :id`);

export function queuedMessage(db: ReadDb, id: string): QueuedMessage | undefined {
  const row = BY_ID.get(db, { id });
  return row && toQueued(row);
}

const INSERT = writing<Omit<QueuedMessage, 'attachments'> & { attachments: string }>(
  'queueMessage',
  `INSERT INTO queued_messages (id, thread_id, run_id, place, text, attachments, at)
   SELECT :id, :threadId, :runId, coalesce(max(place), 0) + 1, :text, :attachments, :at
   FROM queued_messages WHERE thread_id = :threadId`,
);

/** Puts a message at the end of its thread's queue. Fails with `attachment_gone`. */
export function queueMessage(db: WriteDb, message: QueuedMessage): Result<null> {
  return inTransaction(db, 'queueMessage', () => {
    needAttachments(db, message.threadId, message.attachments);
    INSERT.run(db, { ...message, attachments: JSON.stringify(message.attachments) });
    return null;
  });
}

const EDIT = writing<{ id: string; text: string; attachments: string }>(
  'editQueued',
  'UPDATE queued_messages SET text = :text, attachments = :attachments WHERE id = :id',
);

/** This and what follows fail with `queue_gone` once the message was taken up, sent or removed. */
export function editQueued(
  db: WriteDb,
  { id, threadId }: QueuedMessage,
  { text, attachments }: Pick<QueuedMessage, 'text' | 'attachments'>,
): Result<null> {
  return inTransaction(db, 'editQueued', () => {
    needAttachments(db, threadId, attachments);
    mustBeThere(EDIT.run(db, { id, text, attachments: JSON.stringify(attachments) }));
    return null;
  });
}

const GIVE = writing<{ id: string; runId: string }>(
  'giveQueued',
  'UPDATE queued_messages SET run_id = :runId WHERE id = :id',
);

/** Lets another run take it up. */
export function giveQueued(db: WriteDb, id: string, runId: string): Result<null> {
  return inTransaction(db, 'giveQueued', () => {
    mustBeThere(GIVE.run(db, { id, runId }));
    return null;
  });
}

const PLACE = writing<{ id: string; place: number }>(
  'placeQueued',
  'UPDATE queued_messages SET place = :place WHERE id = :id',
);

/** `beforeId`: the one that it is to come before; `null`: it is to be the last. */
export function moveQueued(db: WriteDb, message: QueuedMessage, beforeId: string | null): Result<null> {
  return inTransaction(db, 'moveQueued', () => {
    const ids = queuedMessages(db, message.threadId).map(({ id }) => id);
    mustBeThere(Number(ids.includes(message.id)));
    const others = ids.filter((id) => id !== message.id);
    const at = beforeId === null ? -1 : others.indexOf(beforeId);
    for (const [place, id] of others.toSpliced(at < 0 ? others.length : at, 0, message.id).entries()) {
      PLACE.run(db, { id, place });
    }
    return null;
  });
}

const DELETE = writing<{ id: string }>('deleteQueued', 'DELETE FROM queued_messages WHERE id = :id');

export function removeQueued(db: WriteDb, id: string): Result<null> {
  return inTransaction(db, 'removeQueued', () => {
    mustBeThere(DELETE.run(db, { id }));
    return null;
  });
}

/** In the transaction that makes the message an entry, if it was queued at all. */
export function unqueue(db: WriteDb, entryId: string): void {
  DELETE.run(db, { id: entryId });
}

function mustBeThere(changes: number): void {
  if (changes === 0) throw new StoreError(QUEUE_GONE);
}

export const QUEUE_GONE = {
  code: 'queue_gone',
  message: 'This message is not in the queue any more',
  hint: 'The agent has read it, or it was removed in another window',
};
