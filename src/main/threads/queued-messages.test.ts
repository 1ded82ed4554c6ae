import { expect, test } from 'vitest';
import type { QueuedMessage } from '../../shared/thread/queued-message.ts';
import { putBlob } from './blobs.ts';
import {
  editQueued,
  giveQueued,
  moveQueued,
  queuedMessage,
  queuedMessages,
  queueMessage,
  removeQueued,
} from './queued-messages.ts';
import { append, good, testStore, testThread, user } from './testing/store.ts';

const message = (id: string, more: Partial<QueuedMessage> = {}): QueuedMessage => ({
  id,
  threadId: 'thread',
  runId: 'run',
  text: `Text of ${id}`,
  attachments: [],
  at: 5,
  ...more,
});

function filled() {
  const store = testStore();
  const { write: db } = store;
  testThread(db);
  for (const id of ['a', 'b', 'c']) good(queueMessage(db, message(id)));
  return { store, db, ids: () => queuedMessages(db, 'thread').map(({ id }) => id) };
}

test('messages keep their order, and can be moved, edited, given to another run and removed', () => {
  const { store, db, ids } = filled();
  expect(queuedMessages(db, 'thread')).toEqual(['a', 'b', 'c'].map((id) => message(id)));
  good(moveQueued(db, message('c'), 'a'));
  expect(ids()).toEqual(['c', 'a', 'b']);
  good(moveQueued(db, message('c'), null));
  good(moveQueued(db, message('a'), 'c'));
  expect(ids()).toEqual(['b', 'a', 'c']);
  good(editQueued(db, message('a'), { text: 'New', attachments: [] }));
  good(giveQueued(db, 'a', 'other'));
  expect(queuedMessage(db, 'a')).toEqual(message('a', { text: 'New', runId: 'other' }));
  good(removeQueued(db, 'b'));
  expect(ids()).toEqual(['a', 'c']);
  store.close();
});

test('one that became an entry is out of the queue, and no change of it goes unnoticed', () => {
  const { store, db, ids } = filled();
  append(db, { tip: null, drafts: [{ id: 'b', body: user('Text of b') }] });
  expect(ids()).toEqual(['a', 'c']);
  for (const late of [
    editQueued(db, message('b'), { text: 'Late', attachments: [] }),
    moveQueued(db, message('b'), null),
    giveQueued(db, 'b', 'other'),
    removeQueued(db, 'b'),
  ]) {
    expect(late).toMatchObject({ error: { code: 'queue_gone' } });
  }
  store.close();
});

test('what goes along with a queued message is kept for its thread, and must be there', () => {
  const { store, db } = filled();
  const id = good(putBlob(db, Buffer.from('bytes'), 1));
  const file = { id, name: 'a.txt', mediaType: 'text/plain', bytes: 5 };
  good(queueMessage(db, message('d', { attachments: [file] })));
  expect(queuedMessage(db, 'd')?.attachments).toEqual([file]);
  const gone = message('e', { attachments: [{ ...file, id: '0'.repeat(64) }] });
  expect(queueMessage(db, gone)).toMatchObject({ error: { code: 'attachment_gone' } });
  expect(queuedMessage(db, 'e')).toBeUndefined();
  store.close();
});
