import { expect, test } from 'vitest';
import { setThreadMetadata, threadMetadata } from './metadata.ts';
import { good, testStore, testThread } from './testing/store.ts';

test('setting one key of the metadata leaves the others', () => {
  const { write: db } = testStore();
  testThread(db);
  testThread(db, 'other');
  good(setThreadMetadata(db, 'thread', 'todos', { items: [], entryId: 'e1' }));
  good(setThreadMetadata(db, 'thread', 'mine', 'kept'));
  good(setThreadMetadata(db, 'thread', 'todos', { items: [], entryId: 'e2' }));
  expect(threadMetadata(db, 'thread')).toEqual({ mine: 'kept', todos: { items: [], entryId: 'e2' } });
  expect(threadMetadata(db, 'other')).toEqual({});
  expect(setThreadMetadata(db, 'gone', 'a', 1)).toMatchObject({ ok: false, error: { code: 'thread_not_found' } });
});
