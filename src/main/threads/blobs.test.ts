import { expect, test } from 'vitest';
import type { Attachment } from '../../shared/thread/attachment.ts';
import { appendEntries } from './append.ts';
import { blobOf, countBlobs, putBlob, sweepBlobs } from './blobs.ts';
import { purgeThreads } from './purge.ts';
import { good, testStore, testThread } from './testing/store.ts';
import { hideThread } from './thread-rows.ts';

const WEEK = 7 * 24 * 3_600_000;
const bytes = Buffer.from('a picture');
const attached = (id: string): Attachment => ({ id, name: 'a.png', mediaType: 'image/png', bytes: bytes.length });

function send(db: ReturnType<typeof testStore>['write'], threadId: string, id: string) {
  const body = { kind: 'user_message', text: 'Look', attachments: [attached(id)], origin: 'person' } as const;
  return appendEntries(db, { threadId, at: 1, tip: null, head: 'follow', drafts: [{ id: `m-${threadId}`, body }] });
}

test('bytes are kept once, under their hash', () => {
  const { write: db } = testStore();
  const id = good(putBlob(db, bytes, 1));
  expect(id).toMatch(/^[0-9a-f]{64}$/);
  expect(good(putBlob(db, bytes, 2))).toBe(id);
  expect(countBlobs(db)).toBe(1);
  expect(Buffer.from(blobOf(db, id) ?? [])).toEqual(bytes);
  expect(blobOf(db, 'f'.repeat(64))).toBeUndefined();
});

test('a message that names what is not there is refused whole', () => {
  const { write: db } = testStore();
  testThread(db);
  expect(send(db, 'thread', 'f'.repeat(64))).toMatchObject({ error: { code: 'attachment_gone' } });
});

test('bytes go with the last thread that needs them, and unsent ones after a week', () => {
  const { write: db } = testStore();
  for (const thread of ['one', 'two']) testThread(db, thread);
  const used = good(putBlob(db, bytes, 0));
  const unsent = good(putBlob(db, Buffer.from('unsent'), 0));
  for (const thread of ['one', 'two']) good(send(db, thread, used));
  expect(good(sweepBlobs(db, WEEK))).toBe(0);
  expect(good(sweepBlobs(db, WEEK + 1))).toBe(1);
  expect(blobOf(db, unsent)).toBeUndefined();
  for (const [thread, left] of [
    ['one', 1],
    ['two', 0],
  ] as const) {
    good(hideThread(db, thread, 1));
    while (good(purgeThreads(db, 2, 100)).more);
    good(sweepBlobs(db, WEEK + 1));
    expect(countBlobs(db)).toBe(left);
  }
});
