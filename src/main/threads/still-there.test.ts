import { mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { threadSummary } from './summaries.ts';
import { good, testStore, testThread } from './testing/store.ts';
import { temporaryFolder } from './testing/temporary-folder.ts';
import { renameThread } from './thread-rows.ts';

const GONE = { ok: false, error: { code: 'store_gone' } };

test.skipIf(process.platform === 'win32')('nothing is written into a file that is gone, until it is back', () => {
  const folder = temporaryFolder();
  const home = join(folder, 'home');
  mkdirSync(home);
  const store = testStore(join(home, 'store.db'));
  testThread(store.write, 'a');
  renameSync(home, join(folder, 'elsewhere'));
  expect(renameThread(store.write, 'a', 'Lost')).toMatchObject(GONE);
  mkdirSync(home);
  const other = testStore(join(home, 'store.db'));
  expect(renameThread(store.write, 'a', 'Lost')).toMatchObject(GONE);
  other.close();
  rmSync(home, { recursive: true });
  renameSync(join(folder, 'elsewhere'), home);
  good(renameThread(store.write, 'a', 'Kept'));
  expect(threadSummary(store.read, 'a')?.title).toBe('Kept');
  store.close();
});
