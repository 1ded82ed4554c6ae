import { expect, test } from 'vitest';
import { connectionOf } from './database.ts';
import { entryById } from './entries.ts';
import { storeFailure } from './failures.ts';
import { append, testStore, testThread, user } from './testing/store.ts';

test('an entry that a newer version wrote is a clear failure', () => {
  const { write: db } = testStore();
  testThread(db);
  append(db, { tip: null, drafts: [{ id: 'u', body: user() }] });
  connectionOf(db).database.exec('UPDATE entries SET v = 2');
  let thrown: unknown;
  try {
    entryById(db, 'u');
  } catch (error) {
    thrown = error;
  }
  expect(storeFailure(thrown)).toEqual({
    code: 'entry_newer',
    message: 'This thread holds an entry of version 2; this Runlight knows versions up to 1.',
    hint: 'Open it with the newer Runlight that wrote it.',
  });
});
