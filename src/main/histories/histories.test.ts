import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { countBlobs } from '../threads/blobs.ts';
import { leavesOf } from '../threads/branches.ts';
import { transact, type WriteDb } from '../threads/database.ts';
import { rebuildDerived } from '../threads/derived/rebuild.ts';
import { listThreads } from '../threads/list-threads.ts';
import { purgeThreads } from '../threads/purge.ts';
import { runById } from '../threads/runs.ts';
import { allRows, derivedRows } from '../threads/testing/rows.ts';
import { append, good, longPath, testStore, testThread, user } from '../threads/testing/store.ts';
import { temporaryFolder } from '../threads/testing/temporary-folder.ts';
import { threadFacts } from '../threads/thread-rows.ts';
import { exportHistory } from './export-history.ts';
import { importHistory } from './import-history.ts';
import { allEntries, control, importDeps, memorySnapshots, richThread, textOf } from './testing/history.ts';

function fileOf(text: string): string {
  const file = path.join(temporaryFolder(), 'thread.runlight.json');
  writeFileSync(file, text);
  return file;
}

async function bringIn(db: WriteDb, text: string, prefix?: string): Promise<string> {
  return good(await importHistory(importDeps(db, prefix), fileOf(text), control())).threadId;
}

test('a whole thread comes into a fresh home as it was, with everything that is derived from it', async () => {
  const { write: here } = testStore();
  const { write: there } = testStore();
  richThread(here);
  const text = await textOf(here);
  expect(await bringIn(there, text)).toBe('thread');
  expect(allEntries(there, 'thread')).toEqual(allEntries(here, 'thread'));
  expect(threadFacts(there, 'thread')).toEqual(threadFacts(here, 'thread'));
  expect(await textOf(there)).toBe(text);
  expect(countBlobs(there)).toBe(1);
  const { runs, ...derived } = derivedRows(there);
  const { runs: runsHere, ...derivedHere } = derivedRows(here);
  expect(derived).toEqual(derivedHere);
  expect(runs).toEqual(runsHere?.map((run) => ({ ...Object(run), own: 0 })));
  transact(there, 'rebuild', () => rebuildDerived(there));
  expect(derivedRows(there)).toEqual({ ...derived, runs });
});

test('what files held before and after their changes goes along, as far as it was kept', async () => {
  const { write: here } = testStore();
  const { write: there } = testStore();
  const snapshots = memorySnapshots();
  const { hash, bytes } = await snapshots.keepBytes(Buffer.from('after'));
  testThread(here);
  const files = [{ path: 'a', before: { hash: '0'.repeat(64), bytes: 1 }, after: { hash, bytes } }];
  const body = { kind: 'files_changed', by: 'command', root: '/project', files } as const;
  append(here, {
    tip: null,
    drafts: [
      { id: 'u', body: user() },
      { id: 'n', targetId: 'u', body },
    ],
  });
  const text = await textOf(here, {}, snapshots);
  expect(JSON.parse(text)).toMatchObject({ fileVersions: [{ id: hash, base64: btoa('after') }] });
  const kept = memorySnapshots();
  good(await importHistory(importDeps(there, 'new', kept), fileOf(text), control()));
  expect([...kept.kept.keys()]).toEqual([hash]);
  expect(await textOf(there, {}, kept)).toBe(text);
  const forged = text.replace(btoa('after'), btoa('other'));
  expect(await importHistory(importDeps(there), fileOf(forged), control())).toMatchObject({
    error: { message: expect.stringContaining('not those that its id is the hash of') },
  });
});

test('the file is one JSON document, an entry a line', async () => {
  const { write: db } = testStore();
  richThread(db);
  const text = await textOf(db);
  const document = JSON.parse(text) as { entries: readonly { id: string; seq: number }[] };
  expect(document).toEqual({
    format: 'runlight-thread',
    version: 1,
    scope: 'thread',
    thread: { id: 'thread', ...threadFacts(db, 'thread') },
    entries: allEntries(db, 'thread').map(({ threadId, ...entry }) => (threadId === 'thread' ? entry : undefined)),
    children: [],
    attachments: [{ id: expect.stringMatching(/^[0-9a-f]{64}$/), base64: Buffer.from('a note').toString('base64') }],
    fileVersions: [],
  });
  const lines = text.split('\n').filter((line) => line.startsWith('{"'));
  expect(lines).toHaveLength(document.entries.length + 1);
});

test('into the home that it came from it comes with new ids, used everywhere alike', async () => {
  const { write: db } = testStore();
  richThread(db);
  const text = await textOf(db);
  const threadId = await bringIn(db, text);
  expect(threadId).toMatch(/^new-/);
  const before = allEntries(db, 'thread');
  const after = allEntries(db, threadId);
  const ids = new Map(before.map((entry, index) => [entry.id, after[index]?.id ?? '']));
  const runs = new Map(before.map((entry, index) => [entry.runId ?? '', after[index]?.runId ?? '']));
  expect(new Set([...ids.values(), ...runs.values()].filter((id) => ids.has(id)))).toEqual(new Set());

  // Ids stand in quotes of their own: putting the new ones in their place gives the second export.
  const again = await textOf(db, { threadId });
  let expected = text.replace('"id":"thread"', `"id":"${threadId}"`);
  for (const [from, to] of [...ids, ...runs]) {
    if (from === '') continue;
    expected = expected.replaceAll(
      new RegExp(`("(?:id|parentId|targetId|messageId|runId|continues|pausedId|headId|entryId)":)"${from}"`, 'g'),
      `$1"${to}"`,
    );
  }
  // Todo items have ids as well; here one is called like an entry.
  expect(again).toBe(expected.replaceAll(/"id":"new-\d+","content"/g, '"id":"t1","content"'));
  expect(leavesOf(db, threadId)).toHaveLength(2);
  expect(runById(db, runs.get('run-2') ?? '')).toMatchObject({ status: 'failed', threadId });
});

test('a branch goes out with the notes about it, counted anew, its runs ended', async () => {
  const { write: here } = testStore();
  const { write: there } = testStore();
  richThread(here);
  const text = await textOf(here, { scope: 'branch' });
  await bringIn(there, text);
  const entries = allEntries(there, 'thread');
  expect(entries.map(({ id }) => id)).toEqual([
    'u1',
    'n1',
    'a1',
    'n2',
    'n11',
    'n12',
    'n3',
    't1',
    'n4',
    'n5',
    't2',
    'n6',
    'u2',
    'n9',
    'a3',
    't3',
    'a4',
    't4',
    'n10',
    'n8',
  ]);
  expect(entries.map(({ seq }) => seq)).toEqual(entries.map((_, index) => index + 1));
  // Run 1 went on elsewhere; here its last entry is the one that the branches share.
  expect(entries.at(-1)).toMatchObject({ kind: 'run_finished', targetId: 't2', status: 'finished' });
  expect(leavesOf(there, 'thread')).toEqual(['t4']);
  expect(Object.keys(threadFacts(there, 'thread')?.metadata ?? {})).toEqual(['todos']);
  expect(await textOf(there, { scope: 'branch' })).toBe(text);
});

test('a long branch is read in pages, notes of every page in their place', async () => {
  const { write: db } = testStore();
  testThread(db);
  const ids = longPath(db, 100);
  for (const id of ids.slice(0, 40)) {
    append(db, {
      tip: ids.at(-1) ?? null,
      drafts: [{ id: `n-${id}`, targetId: id, body: { kind: 'run_finished', status: 'stopped' } }],
    });
  }
  const text = await textOf(db, { scope: 'branch' });
  const { entries } = JSON.parse(text) as { entries: readonly { id: string; seq: number }[] };
  expect(entries.map(({ id, seq }) => [id, seq])).toEqual(allEntries(db, 'thread').map(({ id, seq }) => [id, seq]));
});

test('the order of members and the spaces between them do not matter', async () => {
  const { write: here } = testStore();
  const { write: there } = testStore();
  richThread(here);
  const members = Object.entries(JSON.parse(await textOf(here)) as object).toReversed();
  await bringIn(there, JSON.stringify(Object.fromEntries(members), null, 4));
  expect(allEntries(there, 'thread')).toEqual(allEntries(here, 'thread'));
});

test('what imports is as it was until the last slice, and what is cancelled is purged', async () => {
  const { write: db } = testStore();
  richThread(db);
  const before = allRows(db);
  const file = fileOf(await textOf(db));
  const cancel = new AbortController();
  const cancelled = await importHistory(importDeps(db), file, {
    signal: cancel.signal,
    onProgress: (share) => share > 0.5 && cancel.abort(),
  });
  expect(cancelled).toMatchObject({ ok: false, error: { code: 'cancelled' } });
  const listed = good(listThreads(db, { limit: 10 }));
  expect(listed.threads.map(({ id }) => id)).toEqual(['thread']);
  while (good(purgeThreads(db, 6000, 5)).more);
  expect(allRows(db)).toEqual(before);
});

test('an export is a picture of one moment', async () => {
  const { write: db } = testStore();
  testThread(db);
  longPath(db, 70);
  const deps = importDeps(db);
  const file = good(
    exportHistory(
      { read: db, pace: deps.pace, timeZone: 'UTC', snapshots: () => memorySnapshots() },
      { threadId: 'thread', scope: 'thread', format: 'json' },
    ),
  );
  append(db, { tip: 'm70', drafts: [{ id: 'later', body: user() }] });
  let text = '';
  for await (const piece of file.text()) text += piece;
  expect(text).not.toContain('later');
  expect((JSON.parse(text) as { thread: { headId: string } }).thread.headId).toBe('m70');
});

test('a thread that is gone cannot be exported', async () => {
  const { write: db } = testStore();
  await expect(textOf(db)).rejects.toThrow('thread_not_found');
});
