import { expect, test } from 'vitest';
import { fail, ok } from '../../shared/lib/result.ts';
import { putBlob } from '../threads/blobs.ts';
import { THREAD_COLUMNS } from '../threads/copy-thread.ts';
import { connectionOf, transact } from '../threads/database.ts';
import { rebuildDerived } from '../threads/derived/rebuild.ts';
import { setThreadMetadata } from '../threads/metadata.ts';
import type { Stores } from '../threads/stores.ts';
import { buildFamily } from '../threads/testing/family.ts';
import { allRows } from '../threads/testing/rows.ts';
import { append, good, longPath, testStores, testThread, user } from '../threads/testing/store.ts';
import { pace } from '../lib/pace.ts';
import { saveThread } from './save-thread.ts';

function depsOf(stores: Stores) {
  let clock = 0;
  // Every look at the clock ends a slice.
  const tick = (): number => (clock += 10);
  return { stores, now: () => 50, clock: tick, pace: pace(tick), checkIdle: () => ok(null) };
}

/** Every row of a store. */
function contents(stores: Stores, side: 'home' | 'unsaved') {
  return allRows(stores[side].read);
}

test('every column of a thread comes along', () => {
  const { unsaved, close } = testStores();
  const { database } = connectionOf(unsaved.read);
  const columns = database.prepare<[], { name: string }>("SELECT name FROM pragma_table_info('threads')");
  expect(
    columns
      .all()
      .map(({ name }) => name)
      .toSorted(),
  ).toEqual(THREAD_COLUMNS.toSorted());
  close();
});

test('a thread goes to the home with branches, notes, sub-agents, attachments and metadata, and nothing stays', async () => {
  const stores = testStores();
  const { write } = stores.unsaved;
  const empty = contents(stores, 'home');
  buildFamily(write, { levels: 2, cost: 1, prefix: 'thread' });
  const id = good(putBlob(write, Buffer.from('bytes'), 50));
  const attachments = [{ id, name: 'a.txt', mediaType: 'text/plain', bytes: 5 }];
  append(write, {
    threadId: 'thread0',
    tip: 'thread0-u',
    head: 'stay',
    drafts: [{ id: 'side', body: { ...user(), attachments } }],
  });
  good(setThreadMetadata(write, 'thread0', 'todos', { items: [], entryId: 'side' }));
  const before = contents(stores, 'unsaved');
  good(await saveThread(depsOf(stores), 'thread0'));
  expect(contents(stores, 'home')).toEqual(before);
  const left = contents(stores, 'unsaved');
  expect({ ...left, blobs: [] }).toEqual(empty);
  transact(stores.home.write, 'rebuild', () => rebuildDerived(stores.home.write));
  expect(contents(stores, 'home')).toEqual(before);
  stores.close();
});

test('what is written while it is being saved comes along', async () => {
  const stores = testStores();
  const { write } = stores.unsaved;
  testThread(write);
  const ids = longPath(write, 2000);
  const saving = saveThread(depsOf(stores), 'thread');
  const [seen] = await Promise.all([
    new Promise<unknown>((resolve) => {
      setImmediate(() => {
        append(write, { tip: ids.at(-1) ?? null, drafts: [{ id: 'late', body: user('Late') }] });
        resolve(stores.of('thread') === stores.unsaved);
      });
    }),
    saving,
  ]);
  expect(seen).toBe(true);
  expect(stores.of('late')).toBe(stores.home);
  expect(contents(stores, 'home').entries).toHaveLength(2001);
  stores.close();
});

test('what could not be saved leaves nothing in the home, and can be saved later', async () => {
  const stores = testStores();
  testThread(stores.unsaved.write);
  longPath(stores.unsaved.write, 300);
  const [empty, before] = [contents(stores, 'home'), contents(stores, 'unsaved')];
  let looks = 0;
  const busy = fail('thread_busy', 'A run is already working on this thread');
  const deps = depsOf(stores);
  const refused = await saveThread({ ...deps, checkIdle: () => ((looks += 1) === 2 ? busy : ok(null)) }, 'thread');
  expect(refused).toEqual(busy);
  expect([contents(stores, 'home'), contents(stores, 'unsaved')]).toEqual([empty, before]);
  good(await saveThread(deps, 'thread'));
  expect(contents(stores, 'home')).toEqual(before);
  expect(await saveThread(deps, 'thread')).toMatchObject({ error: { code: 'already_saved' } });
  expect(await saveThread(deps, 'nowhere')).toMatchObject({ error: { code: 'thread_not_found' } });
  stores.close();
});
