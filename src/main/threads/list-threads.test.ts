import fc from 'fast-check';
import { expect, test } from 'vitest';
import { must } from '../../shared/lib/assert.ts';
import type { RunEnd } from '../../shared/run/status.ts';
import type { ThreadSummary } from '../../shared/thread/summary.ts';
import type { WriteDb } from './database.ts';
import { beginImport, finishImport, importEntries } from './import-thread.ts';
import { listThreads } from './list-threads.ts';
import { threadSummary } from './summaries.ts';
import { append, good, started, testStore, testThread, todosWritten, user } from './testing/store.ts';
import { createThread, hideThread, renameThread, restoreThread, setArchived, setPinned } from './thread-rows.ts';

type Filter = Omit<Parameters<typeof listThreads>[1], 'limit' | 'after'>;

function listedIds(db: WriteDb, filter: Filter = {}): readonly string[] {
  return good(listThreads(db, { limit: 100, ...filter })).threads.map((thread) => thread.id);
}

function pages(db: WriteDb, limit: number, filter: Filter): readonly ThreadSummary[] {
  const all: ThreadSummary[] = [];
  let after: string | undefined;
  do {
    const page = good(listThreads(db, { limit, after, ...filter }));
    expect(page.threads.length).toBeLessThanOrEqual(limit);
    all.push(...page.threads);
    after = page.next;
  } while (after !== undefined);
  return all;
}

function startRun(db: WriteDb, threadId: string, at: number): void {
  append(db, { threadId, at, tip: null, drafts: [{ id: `${threadId}-u`, body: user() }] });
  const tip = `${threadId}-u`;
  append(db, {
    threadId,
    at,
    tip,
    runId: `${threadId}-r`,
    drafts: [{ id: `${threadId}-n`, targetId: tip, body: started() }],
  });
}

function endRun(db: WriteDb, threadId: string, at: number, status: RunEnd): void {
  const tip = `${threadId}-u`;
  const body = { kind: 'run_finished', status } as const;
  append(db, { threadId, at, tip, runId: `${threadId}-r`, drafts: [{ id: `${threadId}-f`, targetId: tip, body }] });
}

const spec = fc.record({
  at: fc.integer({ min: 1, max: 4 }),
  run: fc.constantFrom('none', 'going', 'finished', 'failed'),
  pinned: fc.boolean(),
  archived: fc.boolean(),
  hidden: fc.boolean(),
});

test('pages hold every thread of the list once, in its order, whatever their size', () => {
  fc.assert(
    fc.property(fc.array(spec, { maxLength: 20 }), fc.integer({ min: 1, max: 7 }), (specs, limit) => {
      const store = testStore();
      const { write: db } = store;
      for (const [index, { at, run, pinned, archived, hidden }] of specs.entries()) {
        const id = testThread(db, `t${index}`, at);
        if (run !== 'none') startRun(db, id, at);
        if (run === 'finished' || run === 'failed') endRun(db, id, at, run);
        good(setPinned(db, id, pinned));
        good(setArchived(db, id, archived));
        if (hidden) good(hideThread(db, id, 5));
      }
      for (const archived of [false, true]) {
        const expected = specs
          .map((one, index) => ({ ...one, id: `t${index}`, rank: one.run === 'going' ? 2 : Number(one.pinned) }))
          .filter((one) => !one.hidden && one.archived === archived)
          .toSorted((a, b) => b.rank - a.rank || b.at - a.at || (a.id < b.id ? 1 : -1));
        const listed = pages(db, limit, { archived });
        expect(listed.map((thread) => thread.id)).toEqual(expected.map((one) => one.id));
        expect(listed).toEqual(expected.map((one) => threadSummary(db, one.id)));
      }
      store.close();
    }),
    { numRuns: 40 },
  );
});

test('filters narrow the list by status, agent and plan', () => {
  const { write: db } = testStore();
  for (const id of ['idle', 'going', 'asking', 'done', 'bad']) testThread(db, id);
  for (const id of ['going', 'asking', 'done', 'bad']) startRun(db, id, 10);
  endRun(db, 'done', 20, 'finished');
  endRun(db, 'bad', 30, 'failed');
  const asked = { kind: 'approval_asked', callId: 'c', toolName: 'run_command', arguments: '{}' } as const;
  const target = { tip: 'asking-u', threadId: 'asking', at: 40, runId: 'asking-r' };
  append(db, { ...target, drafts: [{ id: 'q', targetId: 'asking-u', body: asked }] });
  append(db, {
    threadId: 'done',
    at: 50,
    tip: 'done-u',
    runId: 'done-r',
    drafts: [{ id: 'p', body: todosWritten('done-u', 'completed') }],
  });
  expect(listedIds(db)).toEqual(['asking', 'going', 'done', 'bad', 'idle']);
  expect(listedIds(db, { status: 'active' })).toEqual(['asking', 'going']);
  expect(listedIds(db, { status: 'failed' })).toEqual(['bad']);
  expect(listedIds(db, { status: 'stopped' })).toEqual([]);
  expect(listedIds(db, { agent: 'agent-1' })).toEqual(['asking', 'going', 'done', 'bad']);
  expect(listedIds(db, { agent: 'Helper', hasPlan: true })).toEqual(['done']);
  expect(listedIds(db, { hasPlan: false })).toEqual(['asking', 'going', 'bad', 'idle']);
  expect(listedIds(db, { agent: 'someone else' })).toEqual([]);
});

test('a filter narrows the list by where threads come from', () => {
  const { write: db } = testStore();
  testThread(db, 'own');
  good(createThread(db, { id: 'program', at: 2, title: 'P', titleBy: 'auto', source: 'code' }));
  const facts = { titleBy: 'auto', pinned: false, archived: false, headId: null, metadata: {} } as const;
  const imported = { ...facts, title: 'I', createdAt: 3 };
  good(beginImport(db, 'file', 3, imported));
  const message = { id: 'u', threadId: 'file', seq: 1, at: 3, v: 1, parentId: null, ...user() };
  good(importEntries(db, { rootId: 'file', threadId: 'file' }, 3, [message]));
  good(finishImport(db, [{ threadId: 'file', facts: { ...imported, headId: 'u' } }]));
  expect(listedIds(db)).toEqual(['file', 'program', 'own']);
  expect(listedIds(db, { source: 'own' })).toEqual(['own']);
  expect(listedIds(db, { source: 'code' })).toEqual(['program']);
  expect(listedIds(db, { source: 'imported' })).toEqual(['file']);
  // What is written here later does not change where it came from.
  append(db, { threadId: 'file', at: 9, tip: 'u', drafts: [{ id: 'more', body: user() }] });
  expect(pages(db, 1, { source: 'imported' }).map(({ id }) => id)).toEqual(['file']);
});

test('a query finds its words in titles whatever their case, and knows no wildcards', () => {
  const { write: db } = testStore();
  const titles = ['Move to Vitest', 'ÜBER die Brücke', '100% done', 'snake_case', 'vitest, 100 tests'];
  for (const [index, title] of titles.entries()) {
    good(createThread(db, { id: `t${index}`, at: index, title, titleBy: 'auto' }));
  }
  const titlesFor = (query: string) => listedIds(db, { query }).map((id) => must(titles[Number(id.slice(1))], id));
  expect(titlesFor('VITEST')).toEqual(['vitest, 100 tests', 'Move to Vitest']);
  expect(titlesFor('vitest  move')).toEqual(['Move to Vitest']);
  expect(titlesFor('über BRÜCKE')).toEqual(['ÜBER die Brücke']);
  expect(titlesFor('%')).toEqual(['100% done']);
  expect(titlesFor('_')).toEqual(['snake_case']);
  expect(titlesFor('\\')).toEqual([]);
  expect(titlesFor('  ')).toHaveLength(5);
  good(renameThread(db, 't0', 'Something else'));
  expect(titlesFor('vitest')).toEqual(['vitest, 100 tests']);
});

test('a hidden thread is out of sight until it is restored', () => {
  const { write: db } = testStore();
  testThread(db);
  good(hideThread(db, 'thread', 5));
  expect(listedIds(db)).toEqual([]);
  expect(threadSummary(db, 'thread')).toBeUndefined();
  good(restoreThread(db, 'thread'));
  expect(listedIds(db)).toEqual(['thread']);
  expect(hideThread(db, 'gone', 5)).toMatchObject({ ok: false, error: { code: 'thread_not_found' } });
});

test.each(['', 'nonsense', Buffer.from('[1,2]').toString('base64url')])('the cursor %j is refused', (after) => {
  const { write: db } = testStore();
  expect(listThreads(db, { limit: 1, after })).toMatchObject({ ok: false, error: { code: 'bad_request' } });
});
