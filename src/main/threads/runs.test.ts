import { expect, test } from 'vitest';
import { newestRun, recentFolders, runById, runTip } from './runs.ts';
import { append, started, testStore, testThread, user } from './testing/store.ts';

test('folders come newest first, each once', () => {
  const { write: db } = testStore();
  testThread(db);
  append(db, { tip: null, drafts: [{ id: 'u', body: user() }] });
  for (const [index, workspace] of ['/a', '/b', '/c', '/b', undefined].entries()) {
    const drafts = [{ id: `n${index}`, targetId: 'u', body: started({ workspace }) }];
    append(db, { tip: 'u', runId: `r${index}`, at: index + 1, drafts });
  }
  expect(recentFolders(db, 10)).toEqual(['/b', '/c', '/a']);
  expect(recentFolders(db, 2)).toEqual(['/b', '/c']);
  expect(newestRun(db, 'thread')?.id).toBe('r4');
  expect(newestRun(db, 'nowhere')).toBeUndefined();
  expect([runById(db, 'r9'), runTip(db, 'r9')]).toEqual([undefined, undefined]);
});
