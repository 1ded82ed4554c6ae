import { expect, test } from 'vitest';
import { pace } from '../lib/pace.ts';
import { newestLeafBelow } from './active-branch.ts';
import { agentAt } from './agent-at.ts';
import { branchTree } from './branch-tree.ts';
import { branchPage, leavesOf, wholeBranch } from './branches.ts';
import { taskThread } from './children.ts';
import { checkpointOf, saveCheckpoint } from './checkpoints.ts';
import { connectionOf, type WriteDb } from './database.ts';
import { entriesSince, entryById } from './entries.ts';
import { fileNotes } from './file-notes.ts';
import { leafPage } from './leaves.ts';
import { listThreads } from './list-threads.ts';
import { threadMetadata } from './metadata.ts';
import { openThread } from './open-thread.ts';
import { plansBefore } from './plans.ts';
import { purgeThreads } from './purge.ts';
import {
  firstRunOf,
  newestRun,
  ownRunAt,
  runAt,
  recentFolders,
  runById,
  runsOfThread,
  unfinishedIn,
  unfinishedRuns,
} from './runs.ts';
import { siblingsOf } from './siblings.ts';
import { spanPage } from './spans.ts';
import { append, assistant, good, longPath, started, testStore, testThread, todosWritten } from './testing/store.ts';
import { hideThread, setPinned } from './thread-rows.ts';

/** The plans of all statements that `work` prepares, by statement. */
async function plansOf(db: WriteDb, work: () => unknown): Promise<ReadonlyMap<string, readonly string[]>> {
  const { database } = connectionOf(db);
  const prepare = database.prepare.bind(database);
  const plans = new Map<string, readonly string[]>();
  database.prepare = (sql: string) => {
    // What is bound does not matter to the planner: no statistics are kept.
    const explained = prepare<[], { detail: string }>(`EXPLAIN QUERY PLAN ${sql.replaceAll(/:\w+/g, '1')}`).all();
    plans.set(
      sql,
      explained.map((row) => row.detail),
    );
    return prepare(sql);
  };
  await work();
  database.prepare = prepare;
  return plans;
}

/** Steps that read a table from end to end, or sort. Walks, lists of ids, and an index of unfinished runs alone are none. */
function costly(plans: ReadonlyMap<string, readonly string[]>): readonly string[] {
  return [...plans.values()].flat().filter((detail) => {
    if (detail.includes('TEMP B-TREE')) return true;
    return /^SCAN (?!walk\b|family\b|above\b|below\b|spent\b|wanted\b|word\b|CONSTANT ROW|\(subquery|r USING INDEX runs_unfinished)/.test(
      detail,
    );
  });
}

function filledStore() {
  const store = testStore();
  const { write: db } = store;
  testThread(db);
  longPath(db, 3);
  return store;
}

test('the hot reads go through indexes and never sort', async () => {
  const { write: db } = filledStore();
  const plans = await plansOf(db, () => {
    openThread(db, 'thread', 50);
    branchPage(db, { threadId: 'thread', endsAt: 'm3', before: true, limit: 50 });
    wholeBranch(db, 'thread', 'm3');
    entriesSince(db, 'thread', 1, 50);
    entryById(db, 'm1');
    leavesOf(db, 'thread');
    plansBefore(db, 'm3', 10);
    spanPage(db, 'thread', 10);
    fileNotes(db, 'thread', 0, 10);
    runsOfThread(db, 'thread');
    firstRunOf(db, 'thread');
    taskThread(db, { threadId: 'thread', runId: 'r', messageId: 'm3', callId: 'c' });
    listThreads(db, { limit: 50, query: 'title', status: 'active', agent: 'a', source: 'own', hasPlan: true });
    newestRun(db, 'thread');
    runById(db, 'r');
    unfinishedRuns(db);
    unfinishedIn(db, 'thread');
    checkpointOf(db, 'r');
    threadMetadata(db, 'thread');
    siblingsOf(db, ['m2']);
    leafPage(db, 'thread', 10);
    newestLeafBelow(db, 'thread', 'm1');
    runAt(db, 'thread', 'm3');
    ownRunAt(db, 'thread', 'm3');
    agentAt(db, 'thread', 'm3');
  });
  expect(plans.size).toBeGreaterThan(14);
  expect(costly(plans)).toEqual([]);
});

test('the list is read along its index', async () => {
  const { write: db } = filledStore();
  const plans = await plansOf(db, () => listThreads(db, { limit: 50 }));
  const [plan] = [...plans.values()];
  expect(plan?.[0]).toBe('SEARCH s USING INDEX summaries_list (shelf=? AND (rank,updated_at,thread_id)<(?,?,?))');
});

test('the tree of branches, whole and what has changed, is read through indexes', async () => {
  const { write: db } = filledStore();
  const plans = await plansOf(db, async () => {
    await branchTree(db, 'thread', 0, pace(Date.now));
    await branchTree(db, 'thread', 1, pace(Date.now));
  });
  expect(plans.size).toBeGreaterThan(8);
  expect(costly(plans)).toEqual([]);
});

test('appending, checkpoints, changes of a thread and its purge go through indexes', async () => {
  const { write: db } = testStore();
  const plans = await plansOf(db, () => {
    testThread(db);
    longPath(db, 3);
    const checkpoint = { runId: 'r', threadId: 'thread', parentId: 'm3', step: 1, model: 'm', sentAt: 1, part: 0 };
    good(saveCheckpoint(db, { ...checkpoint, text: '', reasoning: '' }));
    append(db, {
      tip: 'm3',
      runId: 'r',
      drafts: [
        { id: 'n1', targetId: 'm3', body: started() },
        { id: 'a', body: assistant() },
        { id: 'n2', targetId: 'a', body: { kind: 'tool_started', callId: 'call', toolName: 'write_todos' } },
        { id: 'p', body: todosWritten('a', 'pending') },
        { id: 'n3', targetId: 'p', body: { kind: 'run_finished', status: 'finished' } },
      ],
    });
    good(setPinned(db, 'thread', true));
    good(hideThread(db, 'thread', 1));
    while (good(purgeThreads(db, 2, 2)).more);
  });
  expect(plans.size).toBeGreaterThan(25);
  expect(costly(plans)).toEqual([]);
  // One row of a long thread is found without a look at its others.
  const updates = [...plans].filter(([sql]) => /^UPDATE (?!summaries\b)/.test(sql)).flatMap(([, plan]) => plan);
  expect(updates.length).toBeGreaterThan(3);
  expect(updates.filter((detail) => detail.endsWith('(thread_id=?)'))).toEqual([]);
});

// What is few: folders are grouped along an index and then sorted.
test('recent folders come out of an index alone', async () => {
  const { write: db } = filledStore();
  const plans = await plansOf(db, () => void recentFolders(db, 10));
  expect([...plans.values()]).toEqual([
    ['SEARCH runs USING COVERING INDEX runs_folder (folder>?)', 'USE TEMP B-TREE FOR ORDER BY'],
  ]);
});
