import fc from 'fast-check';
import { expect, test } from 'vitest';
import { must } from '../../shared/lib/assert.ts';
import { NO_USAGE, usageFold } from '../../shared/run/usage.ts';
import { EMPTY_TREE, mergeTree, type BranchTree } from '../../shared/thread/branch-tree.ts';
import type { Draft } from '../../shared/thread/draft.ts';
import { isPathEntry, type NoteBody, type PathBody } from '../../shared/thread/entry.ts';
import { stepTree } from '../../shared/thread/step-tree.ts';
import type { Stretch } from '../../shared/thread/stretch.ts';
import { pace } from '../lib/pace.ts';
import { branchTree } from './branch-tree.ts';
import { leavesOf, wholeBranch } from './branches.ts';
import type { ReadDb, WriteDb } from './database.ts';
import { entriesSince } from './entries.ts';
import { leafPage } from './leaves.ts';
import { runAt, runById } from './runs.ts';
import { createThread } from './thread-rows.ts';
import { append, assistant, good, started, testStore, testThread, todosWritten, used, user } from './testing/store.ts';
import { wideThread } from './testing/wide-thread.ts';
import { activateBranch } from './active-branch.ts';

const PACE = pace(() => 0);
const wholeOf = (db: ReadDb, threadId = 'thread') => branchTree(db, threadId, 0, PACE);

test('a thread is folded to its forks and leaves, with what its stretches add up to', async () => {
  const { write: db } = testStore();
  testThread(db);
  const compaction = { trigger: 'person', summary: 'Short', model: 'm', firstKeptId: null, durationMs: 1 } as const;
  append(db, {
    tip: null,
    runId: 'one',
    drafts: [
      { id: 'u', body: user('Begin\nhere') },
      { id: 's', targetId: 'u', body: started() },
      { id: 'a', body: assistant({ text: 'Asked a reader' }) },
      { id: 'a-used', targetId: 'a', body: used(10, 0.5) },
      {
        id: 'c',
        body: {
          kind: 'compaction',
          ...compaction,
          before: { tokens: 90, estimated: false },
          after: { tokens: 9, estimated: true },
        },
      },
      { id: 'b', body: assistant({ text: 'Read' }) },
      { id: 'b-used', targetId: 'b', body: used(20) },
      { id: 'end', targetId: 'b', body: { kind: 'run_finished', status: 'finished' } },
    ],
  });
  append(db, { tip: 'b', at: 20, drafts: [{ id: 'v', body: user('On') }] });
  append(db, {
    tip: 'a',
    at: 30,
    runId: 'two',
    head: 'stay',
    drafts: [
      { id: 'i', body: { kind: 'intervention', from: 'b', context: 'Look again' } },
      { id: 't', targetId: 'i', body: { ...started({ name: 'Other' }), side: true } },
      { id: 'h', body: { kind: 'handoff', from: 'Other', agent: started({ name: 'Third', model: 'large' }).agent } },
      { id: 'w', body: todosWritten('a', 'completed', 'pending') },
      { id: 'l', targetId: 'i', body: { kind: 'label', label: 'Second try' } },
    ],
  });
  const spawnedBy = { threadId: 'thread', runId: 'one', messageId: 'a', callId: 'call' };
  good(createThread(db, { id: 'reader', at: 1, title: 'Reader', titleBy: 'auto', spawnedBy }));
  const first: Stretch = {
    firstId: 'u',
    lastId: 'a',
    parentId: null,
    seq: 1,
    endSeq: 3,
    entries: 2,
    steps: 1,
    answerId: 'a',
    runId: 'one',
    usage: { ...NO_USAGE, input: 10, output: 1, calls: 1, cost: 0.5 },
    at: 10,
    first: 'Begin',
    last: 'Asked a reader',
    marks: [{ kind: 'subagent', entryId: 'a', threadId: 'reader' }],
  };
  const rest: Stretch = {
    firstId: 'c',
    lastId: 'v',
    parentId: 'a',
    seq: 5,
    endSeq: 9,
    entries: 3,
    steps: 1,
    answerId: 'b',
    runId: 'one',
    usage: { ...NO_USAGE, input: 20, output: 1, calls: 1, unpriced: 1 },
    at: 20,
    first: 'Compacted: 90 → ~9 tokens',
    last: 'On',
    marks: [{ kind: 'compaction', entryId: 'c', before: 90, after: 9 }],
  };
  const other: Stretch = {
    firstId: 'i',
    lastId: 'w',
    parentId: 'a',
    seq: 10,
    endSeq: 13,
    entries: 3,
    steps: 0,
    runId: 'two',
    label: 'Second try',
    labelId: 'i',
    at: 30,
    first: 'Look again',
    last: 'write_todos: ok',
    plan: { done: 1, total: 2 },
    marks: [
      { kind: 'intervention', entryId: 'i', changed: ['more context'] },
      { kind: 'handoff', entryId: 'h', agent: 'Third' },
    ],
  };
  const tree = await wholeOf(db);
  expect(tree).toEqual({
    seq: 14,
    headId: 'v',
    stretches: [first, rest, other],
    runs: [
      { id: 'one', seq: 2, tipId: 'b', agent: 'Helper', model: 'local/small', status: 'finished', asking: [] },
      { id: 'two', seq: 11, tipId: 'w', side: true, agent: 'Third', model: 'large', status: 'running', asking: [] },
    ],
  });
  // What has changed since the first run had ended: both sides of the new fork, and the new run.
  expect(await branchTree(db, 'thread', 8, PACE)).toEqual({ ...tree, runs: tree.runs.slice(1) });
  expect(await branchTree(db, 'thread', 13, PACE)).toEqual({
    ...tree,
    stretches: [first, rest, other],
    runs: tree.runs.slice(1),
  });
  expect(await branchTree(db, 'thread', 14, PACE)).toEqual({ ...tree, stretches: [], runs: [] });
  good(activateBranch(db, 'thread', 'w'));
  expect(await branchTree(db, 'thread', 14, PACE)).toEqual({ ...tree, headId: 'w', stretches: [], runs: [] });
});

test('of a thread of many branches it has every leaf as the list has it', async () => {
  const { write: db } = testStore();
  const { threadId } = wideThread(db, 3000, 400);
  const { stretches, runs, headId } = await wholeOf(db, threadId);
  const forks = new Set(stretches.map(({ parentId }) => parentId));
  const leaves = stretches.filter(({ lastId }) => !forks.has(lastId));
  const listed = leafPage(db, threadId, 500).leaves;
  expect(
    leaves
      .map(({ lastId, endSeq, at, last, plan }) => ({
        entryId: lastId,
        active: lastId === headId,
        seq: endSeq,
        at,
        line: last,
        ...(plan && { plan }),
      }))
      .sort((a, b) => b.seq - a.seq),
  ).toEqual(listed);
  expect(runs).toHaveLength(400);
});

test('a side run that goes on from the head leaves it the end of a stretch', async () => {
  const { write: db } = testStore();
  testThread(db);
  append(db, { tip: null, drafts: [{ id: 'u', body: user() }] });
  const { entries, headId } = append(db, {
    tip: 'u',
    head: 'stay',
    runId: 'beside',
    drafts: [
      { id: 'v', body: user('Beside') },
      { id: 's', targetId: 'v', body: { ...started(), side: true } },
      { id: 'a', body: assistant() },
    ],
  });
  const tree = await wholeOf(db);
  expect(tree.stretches.map(({ firstId, lastId, parentId }) => [firstId, lastId, parentId])).toEqual([
    ['u', 'u', null],
    ['v', 'a', 'u'],
  ]);
  const before = { ...tree, seq: 1, stretches: tree.stretches.slice(0, 1), runs: [] };
  expect(withoutCalls(must(stepTree(before, { entries, headId }), 'tree'))).toEqual(tree);
  expect(await branchTree(db, 'thread', 1, PACE)).toEqual(tree);
});

test('what is written while it is read is in it', async () => {
  const { write: db } = testStore();
  const { threadId } = wideThread(db, 1500, 20);
  let turns = 0;
  const busy = pace(() => 0);
  const tree = await branchTree(db, threadId, 0, {
    ...busy,
    async breathe() {
      turns += 1;
      if (turns > 3) return;
      append(db, {
        threadId,
        tip: `trunk-${turns * 20}`,
        drafts: [{ id: `late-${turns}`, body: user(`Late ${turns}`) }],
      });
    },
  });
  expect(turns).toBeGreaterThan(3);
  expect(tree).toEqual(await wholeOf(db, threadId));
});

test('it is answered however fast others write, and what they wrote can be asked for', async () => {
  const { write: db } = testStore();
  const { threadId } = wideThread(db, 1500, 20);
  const { seq: before } = await wholeOf(db, threadId);
  let tip = 'trunk-99';
  const busy = {
    ...PACE,
    async breathe() {
      const id = `${tip}+`;
      append(db, { threadId, tip, drafts: [{ id, body: user('More') }] });
      tip = id;
    },
  };
  for (const after of [0, before]) {
    const known = await wholeOf(db, threadId);
    const tree = mergeTree(after === 0 ? EMPTY_TREE : known, await branchTree(db, threadId, after, busy));
    expect(tree.seq).toBeGreaterThan(known.seq);
    expect(mergeTree(tree, await branchTree(db, threadId, tree.seq, PACE))).toEqual(await wholeOf(db, threadId));
  }
});

const todoStatus = fc.constantFrom('pending', 'completed');
const planCall = fc
  .record({ task: fc.constantFrom('1', '2'), status: todoStatus, merge: fc.boolean() })
  .map(({ task, status, merge }) => {
    const todos = [{ id: task, content: `Task ${task}`, status }];
    return { id: 'c1', name: 'plan', arguments: JSON.stringify(merge ? { merge, todos } : { taskId: task, status }) };
  });
const path: fc.Arbitrary<PathBody> = fc.oneof(
  fc.constantFrom(user('One'), user('Two\nlines'), assistant()),
  planCall.map((call) => assistant({ calls: [call] })),
  fc.array(todoStatus, { maxLength: 3 }).map((statuses) => todosWritten('', ...statuses)),
  fc.constant({ kind: 'tool_result', messageId: '', callId: 'c1', toolName: 'plan', content: 'ok', isError: false }),
  fc.constant({ kind: 'intervention', from: 'e1', message: true }),
  fc.constant({ kind: 'handoff', from: 'Helper', agent: started({ name: 'Other' }).agent }),
);
const note: fc.Arbitrary<NoteBody> = fc.oneof(
  fc.constantFrom('', 'Mine').map((label) => ({ kind: 'label', label }) as const),
  fc.constantFrom('finished', 'failed').map((status) => ({ kind: 'run_finished', status }) as const),
  fc.constantFrom<NoteBody[]>({ kind: 'approval_asked', callId: 'c1', toolName: 'plan', arguments: '{}' }),
  fc.constantFrom(undefined, 0.1).map((cost) => used(3, cost)),
);
const commit = fc.record({
  run: fc.constantFrom(undefined, 'r1', 'r2', 'side-1', 'side-2'),
  /** High numbers are the newest entries, so that branches grow long. */
  tip: fc.oneof(
    { arbitrary: fc.constant(1), weight: 3 },
    { arbitrary: fc.double({ min: 0, max: 1, noNaN: true }), weight: 1 },
  ),
  head: fc.constantFrom('follow', 'take', 'stay'),
  bodies: fc.array(
    fc.oneof(
      path.map((body) => ({ path: body })),
      note.map((body) => ({ note: body })),
    ),
    { maxLength: 4 },
  ),
});
type Commit = typeof commit extends fc.Arbitrary<infer T> ? T : never;

function commitTo(db: WriteDb, ids: string[], name: string, { run, tip: share, head, bodies }: Commit) {
  const tip = ids[Math.floor(share * ids.length) - 1] ?? null;
  const drafts: Draft[] = [];
  let end = tip;
  let answer = tip ?? '';
  for (const body of bodies) {
    const id = `${name}-${drafts.length}`;
    if ('path' in body) {
      drafts.push({ id, body: body.path.kind === 'tool_result' ? { ...body.path, messageId: answer } : body.path });
      if (body.path.kind === 'assistant_message') answer = id;
      end = id;
    } else if (end !== null) drafts.push({ id, targetId: end, body: body.note });
  }
  // The first commit of a run tells that it has started.
  if (run !== undefined && end !== null && runById(db, run) === undefined) {
    const body: NoteBody = run.startsWith('side') ? { ...started({ name: run }), side: true } : started({ name: run });
    drafts.push({ id: `${run}-starts`, targetId: end, body });
  }
  const appended = append(db, { tip, runId: run, head, drafts });
  ids.push(...appended.entries.filter(isPathEntry).map(({ id }) => id));
  return appended;
}

const withoutCalls = (tree: BranchTree): BranchTree => ({
  ...tree,
  stretches: tree.stretches.map((stretch) => ({ ...stretch, calls: undefined })),
});

test('followed by what is pushed, and asked for where that does not tell enough, it is the same as folded at once', async () => {
  let stepped = 0;
  let asked = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(commit, { maxLength: 25 }), async (commits) => {
      const { write: db } = testStore();
      testThread(db);
      const ids: string[] = [];
      let tree = EMPTY_TREE;
      for (const [index, each] of commits.entries()) {
        const { entries, headId } = commitTo(db, ids, `e${index}`, each);
        const next = stepTree(tree, { entries, headId });
        stepped += next === undefined ? 0 : 1;
        asked += next === undefined ? 1 : 0;
        tree = next ?? mergeTree(tree, await branchTree(db, 'thread', tree.seq, PACE));
      }
      const whole = await wholeOf(db);
      expect(withoutCalls(tree)).toEqual(whole);
      const forks = new Set(whole.stretches.map(({ parentId }) => parentId));
      const leaves = whole.stretches.filter(({ lastId }) => !forks.has(lastId)).map(({ lastId }) => lastId);
      expect(leaves.toSorted()).toEqual(leavesOf(db, 'thread').toSorted());
      const all = entriesSince(db, 'thread', 0, 1000);
      for (const leafId of leaves) {
        const path = new Set(wholeBranch(db, 'thread', leafId).map(({ id }) => id));
        const onPath = whole.stretches.filter(({ lastId }) => path.has(lastId));
        expect(onPath.reduce((sum, { entries }) => sum + entries, 0)).toBe(path.size);
        const spent = all
          .filter((entry) => !isPathEntry(entry) && path.has(entry.targetId))
          .reduce(usageFold.step, NO_USAGE);
        expect(onPath.reduce((sum, { usage }) => sum + (usage?.calls ?? 0), 0)).toBe(spent.calls);
      }
      for (const run of whole.runs) {
        const stored = runAt(db, 'thread', run.tipId);
        if (stored?.id === run.id) expect(stored).toMatchObject({ status: run.status, asking: run.asking });
      }
    }),
    { numRuns: 60 },
  );
  expect(stepped).toBeGreaterThan(asked);
  expect(asked).toBeGreaterThan(0);
});
