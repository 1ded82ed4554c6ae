import { describe, expect, it } from 'vitest';
import { pace } from '../lib/pace.ts';
import { childLanes, childThreads } from './child-threads.ts';
import { childrenOf, familyOf, rootThread, spawnedByOf, threadsAbove, usageBelowRun } from './children.ts';
import { costSince } from './costs.ts';
import { transact } from './database.ts';
import { rebuildDerived } from './derived/rebuild.ts';
import { listThreads } from './list-threads.ts';
import { openThread } from './open-thread.ts';
import { figuresByNames, runFigures } from './overview.ts';
import { beginPurge, purgeThreads } from './purge.ts';
import { spanPage } from './spans.ts';
import { threadSummary } from './summaries.ts';
import { buildFamily } from './testing/family.ts';
import { allRows, derivedRows } from './testing/rows.ts';
import { append, good, longPath, started, testStore, testThread, used, user } from './testing/store.ts';
import { hideThread, restoreThread } from './thread-rows.ts';

const PACE = pace(() => 0);

describe('the threads of sub-agents', () => {
  it('know what they work for, and are in no list', () => {
    const { write: db } = testStore();
    const ids = buildFamily(db, { levels: 3 });
    expect(spawnedByOf(db, 'level1')).toEqual({
      threadId: 'level0',
      runId: 'level0-r',
      messageId: 'level0-a',
      callId: 'call',
    });
    expect(spawnedByOf(db, 'level0')).toBeUndefined();
    expect(familyOf(db, 'level1')).toEqual(ids.slice(1));
    expect(threadsAbove(db, 'level3')).toEqual(['level2', 'level1', 'level0']);
    expect([rootThread(db, 'level3'), rootThread(db, 'level0')]).toEqual(['level0', 'level0']);
    expect(childrenOf(db, 'level1')).toEqual(['level2']);
    expect(good(listThreads(db, { limit: 10 })).threads.map(({ id }) => id)).toEqual(['level0']);
    expect(threadSummary(db, 'level2')?.spawnedBy).toMatchObject({ threadId: 'level1', title: 'Title of level1' });
  });
});

describe('what worked for a run', () => {
  it('is every thread below it, each after the one that it works for, with what it did', async () => {
    const { write: db } = testStore();
    buildFamily(db, { levels: 3 });
    const lanes = await childLanes(db, 'level0', 'level0-r', PACE);
    expect(lanes.map(({ threadId, spawnedBy }) => [threadId, spawnedBy.threadId])).toEqual([
      ['level1', 'level0'],
      ['level2', 'level1'],
      ['level3', 'level2'],
    ]);
    for (const { threadId, spans, hasEarlier } of lanes) {
      expect([spans, hasEarlier]).toEqual([spanPage(db, threadId, 100).spans, false]);
      expect(spans.length).toBeGreaterThan(0);
    }
    expect(await childLanes(db, 'level0', 'another', PACE)).toEqual([]);
  });

  it('is read with turns for others in between', async () => {
    const { write: db } = testStore();
    buildFamily(db, { levels: 3 });
    let turns = 0;
    const counting = { ...PACE, breathe: async () => void (turns += 1) };
    const [child, ...others] = await childThreads(db, 'level0', counting);
    expect([child?.summary.id, child?.spawnedBy.threadId, others, turns]).toEqual(['level1', 'level0', [], 1]);
    await childLanes(db, 'level0', 'level0-r', counting);
    expect(turns).toBe(4);
  });
});

describe('what sub-agents cost', () => {
  it('is in the sums of all that they work for, exactly, and the same when everything is built again', () => {
    const { write: db } = testStore();
    buildFamily(db, { levels: 3, cost: 0.25 });
    // A second run of the middle one, which nobody priced.
    append(db, {
      threadId: 'level2',
      runId: 'again',
      tip: 'level2-a',
      drafts: [
        { id: 'again-u', body: user() },
        { id: 'again-s', targetId: 'again-u', body: started() },
        { id: 'again-c', targetId: 'again-u', body: used(5) },
      ],
    });
    const sums = () =>
      [0, 1, 2, 3].map((level) => {
        const summary = threadSummary(db, `level${level}`);
        return [summary?.usage, summary?.usageBelow].map(
          (usage) => usage && [usage.cost, usage.calls, usage.unpriced, usage.input],
        );
      });
    const expected = [
      [
        [1, 5, 1, 45],
        [0.75, 4, 1, 35],
      ],
      [
        [0.75, 4, 1, 35],
        [0.5, 3, 1, 25],
      ],
      [
        [0.5, 3, 1, 25],
        [0.25, 1, 0, 10],
      ],
      [[0.25, 1, 0, 10], undefined],
    ];
    expect(sums()).toEqual(expected);
    expect(usageBelowRun(db, 'level1', 'level1-r').cost).toBe(0.5);
    // What it gave tasks to is another run's.
    expect(usageBelowRun(db, 'level2', 'again').calls).toBe(0);
    const kept = derivedRows(db);
    transact(db, 'rebuild', () => rebuildDerived(db));
    expect(derivedRows(db)).toEqual(kept);
    expect(sums()).toEqual(expected);
  });

  it('counts once in the figures, where a family is one run', () => {
    const { write: db } = testStore();
    buildFamily(db, { levels: 2, cost: 0.25 });
    expect(runFigures(db, 0, 100)).toMatchObject({
      runs: 1,
      finished: 1,
      cost: 0.75,
      calls: 3,
      duration: { p50: 10, p95: 10 },
    });
    const { agents } = figuresByNames(db, 0, 100);
    expect(agents.map(({ name, runs, cost }) => [name, runs, cost])).toEqual([
      ['Agent 0', 1, 0.25],
      ['Agent 1', 1, 0.25],
      ['Agent 2', 1, 0.25],
    ]);
  });

  it('counts for the day of each agent that they worked for', () => {
    const { write: db } = testStore();
    buildFamily(db, { levels: 2, cost: 0.25 });
    expect([0, 1, 2].map((level) => costSince(db, `agent-${level}`, 0))).toEqual([0.75, 0.5, 0.25]);
    expect(costSince(db, 'agent-0', 11)).toBe(0);
  });
});

describe('deleting', () => {
  it('takes the whole family along, and brings it back', () => {
    const { write: db } = testStore();
    const ids = buildFamily(db, { levels: 2 });
    const before = allRows(db);
    good(hideThread(db, 'level0', 5));
    expect(ids.map((id) => threadSummary(db, id))).toEqual([undefined, undefined, undefined]);
    good(restoreThread(db, 'level0'));
    expect(allRows(db)).toEqual(before);
  });

  it('removes all of it for good, and nothing else, wherever it is cut off', () => {
    const { write: db } = testStore();
    testThread(db, 'kept');
    longPath(db, 3, 'kept');
    buildFamily(db, { levels: 1, prefix: 'other' });
    const before = allRows(db);
    buildFamily(db, { levels: 3 });
    good(hideThread(db, 'level0', 5));
    expect(good(beginPurge(db, 100))).toBe('level0');
    // From then on no part of it comes back.
    expect(restoreThread(db, 'level0').ok).toBe(false);
    for (let slices = 0; good(purgeThreads(db, 100, 2)).more; slices += 1) expect(slices).toBeLessThan(50);
    expect(allRows(db)).toEqual(before);
  });
});

describe('a family of 80 levels', () => {
  it('is opened, listed, summed up and removed', () => {
    const { write: db } = testStore();
    const ids = buildFamily(db, { levels: 80, cost: 0.5 });
    expect(openThread(db, 'level80', 10)?.summary.spawnedBy?.threadId).toBe('level79');
    expect(good(listThreads(db, { limit: 5 })).threads.map(({ usage }) => usage.cost)).toEqual([40.5]);
    expect(familyOf(db, 'level0')).toEqual(ids);
    expect(rootThread(db, 'level80')).toBe('level0');
    good(hideThread(db, 'level0', 1));
    for (let slices = 0; good(purgeThreads(db, 2, 50)).more; slices += 1) expect(slices).toBeLessThan(200);
    expect(familyOf(db, 'level1')).toEqual(['level1']);
  });
});
