import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { connectionOf } from './database.ts';
import { saveCheckpoint } from './checkpoints.ts';
import { listThreads } from './list-threads.ts';
import { setThreadMetadata } from './metadata.ts';
import { purgeThreads } from './purge.ts';
import { allRows } from './testing/rows.ts';
import { append, assistant, good, longPath, started, testStore, testThread, todosWritten } from './testing/store.ts';
import { temporaryFolder } from './testing/temporary-folder.ts';
import { hideThread, restoreThread, setPinned } from './thread-rows.ts';

const SECRET = 'the-secret-that-must-go';

test('what was hidden is removed slice by slice, and nothing of it stays in the files', () => {
  const file = path.join(temporaryFolder(), 'runlight.db');
  const store = testStore(file);
  const { write: db } = store;
  testThread(db, 'kept');
  longPath(db, 10, 'kept');
  const before = allRows(db);

  testThread(db, 'gone');
  append(db, { threadId: 'gone', tip: null, drafts: [{ id: 'g1', body: assistant({ text: SECRET.repeat(2000) }) }] });
  append(db, {
    threadId: 'gone',
    tip: 'g1',
    runId: 'r',
    drafts: [
      { id: 'g2', targetId: 'g1', body: started({ instructions: SECRET }) },
      { id: 'g3', body: todosWritten('g1', 'pending') },
      { id: 'g4', body: assistant({ reasoning: SECRET }) },
    ],
  });
  const checkpoint = { runId: 'r', threadId: 'gone', parentId: 'g4', step: 1, model: 'm', sentAt: 1 };
  for (const [part, times] of [1, 2000].entries()) {
    good(saveCheckpoint(db, { ...checkpoint, part, text: SECRET.repeat(times), reasoning: '' }));
  }
  good(setThreadMetadata(db, 'gone', 'note', SECRET));
  good(hideThread(db, 'gone', 100));

  expect(good(purgeThreads(db, 100, 3))).toEqual({ more: false });
  expect(good(purgeThreads(db, 101, 3))).toEqual({ more: true });
  expect(restoreThread(db, 'gone')).toMatchObject({ ok: false, error: { code: 'thread_not_found' } });
  expect(good(purgeThreads(db, 101, 3))).toEqual({ more: true });
  expect(good(purgeThreads(db, 101, 3))).toEqual({ more: false });
  expect(allRows(db)).toEqual(before);
  expect(readFileSync(file).includes(SECRET)).toBe(false);
  expect(readFileSync(`${file}-wal`)).toHaveLength(0);
  expect(connectionOf(db).database.pragma('integrity_check', { simple: true })).toBe('ok');
  store.close();
});

test('a thread that was restored in time stays whole', () => {
  const { write: db } = testStore();
  testThread(db);
  longPath(db, 3);
  good(hideThread(db, 'thread', 5));
  good(restoreThread(db, 'thread'));
  expect(good(purgeThreads(db, 1000, 10))).toEqual({ more: false });
  expect(good(setPinned(db, 'thread', true))).toBeNull();
  expect(good(listThreads(db, { limit: 5 })).threads).toMatchObject([{ id: 'thread', pinned: true }]);
});
