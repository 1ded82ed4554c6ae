import { expect, test } from 'vitest';
import { branchPages } from '../histories/read-branch.ts';
import { pace } from '../lib/pace.ts';
import { branchPage, leavesOf, wholeBranch } from './branches.ts';
import { connectionOf } from './database.ts';
import { notesAbout } from './entries.ts';
import { openThread } from './open-thread.ts';
import { planAt, plansBefore, plansSince } from './plans.ts';
import {
  append,
  assistant,
  longPath,
  started,
  testStore,
  testThread,
  todosWritten,
  used,
  user,
} from './testing/store.ts';
import { idsOnBranch } from './tree-walk.ts';

test('a deep branch comes page by page from its end, and whole when asked', async () => {
  const { write: db } = testStore();
  testThread(db);
  const ids = longPath(db, 5000);
  const collected: string[] = [];
  let page = branchPage(db, { threadId: 'thread', endsAt: 'm5000', limit: 777 });
  while (page !== undefined) {
    const found = page.entries.map((entry) => entry.id);
    collected.unshift(...found);
    const [first] = found;
    page =
      page.hasEarlier && first !== undefined
        ? branchPage(db, { threadId: 'thread', endsAt: first, before: true, limit: 777 })
        : undefined;
  }
  expect(collected).toEqual(ids);
  expect(wholeBranch(db, 'thread', 'm5000').map((entry) => entry.id)).toEqual(ids);
});

test('a page is exact at its ends, and brings the notes about its entries', () => {
  const { write: db } = testStore();
  testThread(db);
  longPath(db, 4);
  const notes = append(db, {
    tip: 'm4',
    drafts: [
      { id: 'late', targetId: 'm3', body: used(2) },
      { id: 'early', targetId: 'm2', body: used(1) },
      { id: 'off', targetId: 'm1', body: used(1) },
    ],
  }).entries;
  const idsOf = (input: { endsAt: string; before?: boolean; limit: number }) => {
    const page = branchPage(db, { threadId: 'thread', ...input });
    return page && [page.entries.map(({ id }) => id), page.notes.map(({ id }) => id), page.hasEarlier];
  };
  expect(idsOf({ endsAt: 'm3', limit: 2 })).toEqual([['m2', 'm3'], ['late', 'early'], true]);
  expect(idsOf({ endsAt: 'm3', before: true, limit: 2 })).toEqual([['m1', 'm2'], ['early', 'off'], false]);
  expect(idsOf({ endsAt: 'm1', before: true, limit: 2 })).toEqual([[], [], false]);
  expect(idsOf({ endsAt: 'late', limit: 2 })).toBeUndefined();
  expect(idsOf({ endsAt: 'nowhere', limit: 2 })).toBeUndefined();
  expect(notesAbout(db, ['m1', 'm2', 'm3'])).toEqual(notes);
  testThread(db, 'other');
  expect(branchPage(db, { threadId: 'other', endsAt: 'm3', limit: 2 })).toBeUndefined();
});

test('every walk ends in a file that holds a cycle', async () => {
  const { write: db } = testStore();
  testThread(db);
  longPath(db, 5);
  append(db, { tip: 'm5', drafts: [{ id: 'p', body: todosWritten('m1', 'pending') }] });
  const { database } = connectionOf(db);
  database.exec(`UPDATE entries SET parent_id = 'm4' WHERE id = 'm2'`);
  database.exec(`UPDATE nodes SET parent_id = 'm4' WHERE entry_id = 'm2'`);
  database.exec(`UPDATE plan_changes SET previous_id = 'p'`);
  const page = branchPage(db, { threadId: 'thread', endsAt: 'm5', limit: 50 });
  expect(page?.entries.map((entry) => entry.id)).toEqual(['m2', 'm3', 'm4', 'm5']);
  expect(page?.hasEarlier).toBe(false);
  expect(wholeBranch(db, 'thread', 'm5').map((entry) => entry.id)).toEqual(['m2', 'm3', 'm4', 'm5']);
  expect([...(await idsOnBranch(db, 'thread', 'm5'))]).toEqual(['m5', 'm4', 'm3', 'm2']);
  const { count, above } = await branchPages(
    db,
    pace(() => 0),
    'thread',
    'm5',
  );
  expect([count, above]).toEqual([4, null]);
  expect(plansSince(db, 'p', 0).planHistory.map((change) => change.entryId)).toEqual(['p']);
});

test('leaves are the ends of branches, and each branch has its own plan history', () => {
  const { write: db } = testStore();
  testThread(db);
  append(db, {
    tip: null,
    drafts: [
      { id: 'u', body: user() },
      { id: 'p1', body: todosWritten('u', 'pending') },
      { id: 'a', body: assistant() },
    ],
  });
  append(db, { tip: 'a', at: 20, drafts: [{ id: 'p2', body: todosWritten('a', 'completed') }] });
  append(db, { tip: 'p1', at: 30, drafts: [{ id: 'p3', body: todosWritten('u', 'in_progress') }] });
  append(db, { tip: 'u', drafts: [{ id: 'b', body: { ...todosWritten('u', 'completed'), isError: true } }] });
  const item = { key: 't0', id: 't0', content: 'Item 0' };
  const p1 = { entryId: 'p1', at: 10, plan: { phases: [{ items: [{ ...item, status: 'pending' }] }] } };
  expect(leavesOf(db, 'thread')).toEqual(['p2', 'p3', 'b']);
  const p2 = { entryId: 'p2', at: 20, plan: { phases: [{ items: [{ ...item, status: 'completed' }] }] } };
  const p3 = { entryId: 'p3', at: 30, plan: { phases: [{ items: [{ ...item, status: 'in_progress' }] }] } };
  expect(plansSince(db, 'a', 0)).toEqual({ planHistory: [p1], hasEarlierPlans: false });
  expect(plansSince(db, 'p2', 0)).toEqual({ planHistory: [p1, p2], hasEarlierPlans: false });
  expect(plansSince(db, 'p3', 0)).toEqual({ planHistory: [p1, p3], hasEarlierPlans: false });
  expect(plansSince(db, 'b', 0)).toEqual({ planHistory: [], hasEarlierPlans: false });
  // In parts: always with the one before, which says what the first of them changed.
  expect(plansSince(db, 'p2', 4)).toEqual({ planHistory: [p1, p2], hasEarlierPlans: false });
  expect(plansSince(db, 'p2', 5)).toEqual({ planHistory: [p2], hasEarlierPlans: true });
  expect(plansBefore(db, 'p2', 1)).toEqual({ planHistory: [p1], hasEarlierPlans: false });
  expect(plansBefore(db, 'p1', 1)).toEqual({ planHistory: [], hasEarlierPlans: false });
  expect([planAt(db, 'p2'), planAt(db, 'b')]).toEqual([p2.plan, undefined]);
});

test('a thread opens with the end of its active branch and what hangs from it', () => {
  const { write: db } = testStore();
  testThread(db);
  const empty = { threadId: 'thread', seq: 0, headId: null, entries: [], hasEarlier: false, notes: [], siblings: {} };
  expect(openThread(db, 'thread', 2)?.window).toEqual({ ...empty, planHistory: [], hasEarlierPlans: false, spans: [] });
  append(db, { tip: null, drafts: [{ id: 'u', body: user() }] });
  const { entries } = append(db, {
    tip: 'u',
    runId: 'r',
    drafts: [
      { id: 'n', targetId: 'u', body: started() },
      { id: 'a', body: assistant() },
      { id: 'p', body: todosWritten('a', 'completed', 'pending') },
      { id: 'c', targetId: 'a', body: used(7, 0.5) },
    ],
  });
  append(db, { tip: 'u', drafts: [{ id: 'side', body: user('Elsewhere') }] });
  const [, a, p, c] = entries;
  const usage = { input: 7, output: 1, cacheRead: 0, cacheWrite: 0, reasoning: 0, calls: 1, cost: 0.5, unpriced: 0 };
  expect(openThread(db, 'thread', 2)).toEqual({
    summary: {
      id: 'thread',
      title: 'Title of thread',
      createdAt: 1,
      updatedAt: 10,
      pinned: false,
      archived: false,
      runId: 'r',
      status: 'running',
      agent: 'Helper',
      agentId: 'agent-1',
      model: 'local/small',
      workspace: '/project',
      startedAt: 10,
      plan: { done: 1, total: 2 },
      usage,
    },
    window: {
      threadId: 'thread',
      seq: 6,
      headId: 'p',
      entries: [a, p],
      hasEarlier: true,
      siblings: { a: { position: 1, total: 2, nextId: 'side' } },
      notes: [c],
      ...plansSince(db, 'p', 0),
      spans: [
        {
          id: 'a',
          runId: 'r',
          kind: 'model',
          name: 'local/small',
          startedAt: 5,
          endedAt: 10,
          status: 'ok',
          entryId: 'a',
        },
      ],
    },
  });
  expect(openThread(db, 'nowhere', 2)).toBeUndefined();
});
