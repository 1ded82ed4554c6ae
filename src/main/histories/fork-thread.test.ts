import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { NO_USAGE } from '../../shared/run/usage.ts';
import { messagesOf } from '../../shared/thread/messages.ts';
import { countBlobs, sweepBlobs } from '../threads/blobs.ts';
import { wholeBranch } from '../threads/branches.ts';
import { costSince } from '../threads/costs.ts';
import { transact, type WriteDb } from '../threads/database.ts';
import { rebuildDerived } from '../threads/derived/rebuild.ts';
import { fileNotes } from '../threads/file-notes.ts';
import { setThreadMetadata, threadMetadata } from '../threads/metadata.ts';
import { runFigures } from '../threads/overview.ts';
import { purgeThreads } from '../threads/purge.ts';
import { ownRunAt } from '../threads/runs.ts';
import { threadSummary } from '../threads/summaries.ts';
import { derivedRows } from '../threads/testing/rows.ts';
import { append, assistant, good, longPath, started, testStore, testThread, user } from '../threads/testing/store.ts';
import { temporaryFolder } from '../threads/testing/temporary-folder.ts';
import { headOf, hideThread } from '../threads/thread-rows.ts';
import { forkThread } from './fork-thread.ts';
import { importHistory } from './import-history.ts';
import { pace } from '../lib/pace.ts';
import { allEntries, control, importDeps, richThread, textOf } from './testing/history.ts';

const all = { from: 0, to: Number.MAX_SAFE_INTEGER };

async function fork(db: WriteDb, entryId: string, threadId = 'thread', prefix = 'fork'): Promise<string> {
  return good(await forkThread(importDeps(db, prefix), threadId, entryId));
}

const seen = (db: WriteDb, threadId: string, entryId: string | null | undefined) =>
  messagesOf(wholeBranch(db, threadId, entryId ?? ''));

test('a fork is the branch up to an entry, with new ids, and says what it is a copy of', async () => {
  const { write: db } = testStore();
  richThread(db);
  good(setThreadMetadata(db, 'thread', 'grants', [{ tool: 'run_command' }]));
  const before = allEntries(db, 'thread');
  const id = await fork(db, 't4');
  const copies = allEntries(db, id);
  expect(seen(db, id, headOf(db, id))).toEqual(seen(db, 'thread', 't4'));
  expect(copies.map(({ seq }) => seq)).toEqual(copies.map((_, index) => index + 1));
  const known = new Map(before.map((entry) => [entry.id, entry]));
  for (const copy of copies) {
    const from = known.get(copy.copiedFrom?.entryId ?? '');
    expect(copy).toMatchObject({ kind: from?.kind, at: from?.at, threadId: id });
    expect(known.has(copy.id)).toBe(false);
  }
  // The other branch, and what is about it, stay behind.
  expect(copies.map(({ copiedFrom }) => copiedFrom?.entryId)).not.toContain('a2');
  expect(threadSummary(db, id)).toMatchObject({ title: 'Fork of Fix *the* <parser>', pinned: false, status: 'failed' });
  const head = headOf(db, id);
  expect(threadMetadata(db, id)).toEqual({
    todos: { items: [{ id: 't0', content: 'Item 0', status: 'completed' }], entryId: head },
    other: { entryId: 'a2', deep: [1, null, 'x'] },
  });
  expect(allEntries(db, 'thread')).toEqual(before);
});

test('a fork counts in no cost, no usage and no figure, and tells of no changed files', async () => {
  const { write: db } = testStore();
  richThread(db);
  const figures = runFigures(db, all.from, all.to);
  const cost = costSince(db, 'agent-1', 0);
  const id = await fork(db, 'a2');
  expect(runFigures(db, all.from, all.to)).toEqual(figures);
  expect(costSince(db, 'agent-1', 0)).toBe(cost);
  expect(threadSummary(db, id)?.usage).toEqual(NO_USAGE);
  expect([fileNotes(db, 'thread', 0, 9).length, fileNotes(db, id, 0, 9).length]).toEqual([1, 0]);
  const kept = derivedRows(db);
  transact(db, 'rebuild', () => rebuildDerived(db));
  expect(derivedRows(db)).toEqual(kept);
});

test('a fork goes on with the agent and the folder of its branch, unless they are the word of a file', async () => {
  const { write: db } = testStore();
  richThread(db);
  const id = await fork(db, 'a2');
  expect(ownRunAt(db, id, headOf(db, id) ?? null)?.agent).toMatchObject({ name: 'Helper', workspace: '/project' });

  const { write: there } = testStore();
  const file = path.join(temporaryFolder(), 'thread.json');
  writeFileSync(file, await textOf(db));
  good(await importHistory(importDeps(there), file, control()));
  append(there, {
    tip: 't4',
    runId: 'own',
    drafts: [
      { id: 'u9', body: user() },
      { id: 's9', targetId: 'u9', body: started({ name: 'Own' }) },
    ],
  });
  const mixed = await fork(there, 'u9');
  expect(ownRunAt(there, mixed, headOf(there, mixed) ?? null)?.agent.name).toBe('Own');
  const imported = await fork(there, 't4', 'thread', 'second');
  expect(ownRunAt(there, imported, headOf(there, imported) ?? null)).toBeUndefined();
});

test('a run that goes on reads as interrupted in the fork, at the very place', async () => {
  const { write: db } = testStore();
  testThread(db);
  append(db, {
    tip: null,
    runId: 'r',
    drafts: [
      { id: 'u', body: user() },
      { id: 's', targetId: 'u', body: started() },
      { id: 'a', body: assistant({ calls: [{ id: 'c', name: 'read', arguments: '{}' }], finish: 'tool_calls' }) },
    ],
  });
  const id = await fork(db, 'a');
  expect(threadSummary(db, id)?.status).toBe('interrupted');
  expect(threadSummary(db, 'thread')?.status).toBe('running');
  expect(wholeBranch(db, id, headOf(db, id) ?? '').map(({ kind }) => kind)).toEqual([
    'user_message',
    'assistant_message',
  ]);
});

test('attachments are shared, and stay for the fork when the thread goes', async () => {
  const { write: db } = testStore();
  richThread(db);
  await fork(db, 't4');
  expect(countBlobs(db)).toBe(1);
  good(hideThread(db, 'thread', 1));
  while (good(purgeThreads(db, 2, 100)).more);
  good(sweepBlobs(db, Number.MAX_SAFE_INTEGER));
  expect(countBlobs(db)).toBe(1);
});

test('the copies leave and enter as copies', async () => {
  const { write: db } = testStore();
  richThread(db);
  const id = await fork(db, 't4');
  const { write: there } = testStore();
  const file = path.join(temporaryFolder(), 'fork.json');
  writeFileSync(file, await textOf(db, { threadId: id }));
  const { threadId } = good(await importHistory(importDeps(there), file, control()));
  expect(allEntries(there, threadId)).toEqual(allEntries(db, id));
  expect(threadSummary(there, threadId)?.usage).toEqual(NO_USAGE);
});

test('a long branch is copied in slices that let others run', async () => {
  const { write: db } = testStore();
  testThread(db);
  longPath(db, 3000);
  let turns = 0;
  const timer = setInterval(() => (turns += 1), 0);
  const clock = (): number => performance.now();
  const deps = { ...importDeps(db), clock, pace: pace(clock) };
  const id = good(await forkThread(deps, 'thread', 'm3000'));
  clearInterval(timer);
  expect(allEntries(db, id)).toHaveLength(3000);
  expect(turns).toBeGreaterThan(5);
});

test('what is not there cannot be forked', async () => {
  const { write: db } = testStore();
  testThread(db);
  expect(await forkThread(importDeps(db), 'nowhere', 'm1')).toMatchObject({ error: { code: 'thread_not_found' } });
  expect(await forkThread(importDeps(db), 'thread', 'm1')).toMatchObject({ error: { code: 'entry_not_found' } });
});
