import { connectionOf } from './database.ts';
import { expect, test } from 'vitest';
import { deleteDocument, getDocument, listDocuments, putDocument } from './documents.ts';
import { putSettings, storedSettings } from './setting-rows.ts';
import { good, testStore } from './testing/store.ts';

test.each(['agents', 'model_addresses'] as const)('%s are kept in the order in which they were added', (collection) => {
  const { write: db } = testStore();
  const b = { id: 'b', body: { name: 'B' }, updatedAt: 1 };
  const a = { id: 'a', body: { name: 'A', tools: [1, null] }, updatedAt: 2 };
  const newB = { id: 'b', body: { name: 'New B' }, updatedAt: 3 };
  for (const document of [b, a, newB]) good(putDocument(db, collection, document));
  expect(listDocuments(db, collection)).toEqual([newB, a]);
  expect(getDocument(db, collection, 'a')).toEqual(a);
  expect(getDocument(db, collection, 'c')).toBeUndefined();
  expect(good(deleteDocument(db, collection, 'b'))).toBe(true);
  expect(good(deleteDocument(db, collection, 'b'))).toBe(false);
  expect(listDocuments(db, collection)).toEqual([a]);
});

test('settings are set together, and forgotten with undefined', () => {
  const { write: db } = testStore();
  good(putSettings(db, { theme: 'dark', size: 13, gone: true }));
  good(putSettings(db, { theme: 'light', gone: undefined }));
  expect(storedSettings(db)).toEqual({ theme: 'light', size: 13 });
});

test('a body that is no JSON any more reads as nothing, and keeps nobody from the others', () => {
  const { write: db } = testStore();
  good(putDocument(db, 'agents', { id: 'a', body: { name: 'A' }, updatedAt: 1 }));
  good(putSettings(db, { theme: 'dark', size: 13 }));
  connectionOf(db).database.exec(`
    INSERT INTO agents (id, body, updated_at) VALUES ('b', '{', 2);
    UPDATE settings SET value = 'dark' WHERE key = 'theme'`);
  expect(listDocuments(db, 'agents')).toEqual([
    { id: 'a', body: { name: 'A' }, updatedAt: 1 },
    { id: 'b', body: null, updatedAt: 2 },
  ]);
  expect(storedSettings(db)).toEqual({ theme: null, size: 13 });
});
