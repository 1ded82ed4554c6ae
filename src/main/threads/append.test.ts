import { expect, test } from 'vitest';
import { appendEntries } from './append.ts';
import { checkpointOf, saveCheckpoint, type StoredCheckpoint } from './checkpoints.ts';
import { connectionOf } from './database.ts';
import { entriesSince, entryById } from './entries.ts';
import { runById, runTip, unfinishedRuns } from './runs.ts';
import { append, assistant, good, started, testStore, testThread, used, user } from './testing/store.ts';
import { headOf } from './thread-rows.ts';

function threadWithStart() {
  const store = testStore();
  testThread(store.write);
  append(store.write, { tip: null, drafts: [{ id: 'u1', body: user() }] });
  return store;
}

test('an append chains path drafts from the tip, numbers them densely and moves the head', () => {
  const { write: db } = threadWithStart();
  const appended = append(db, {
    tip: 'u1',
    runId: 'r1',
    at: 20,
    drafts: [
      { id: 'n1', targetId: 'u1', body: started() },
      { id: 'a1', body: assistant() },
      { id: 'n2', targetId: 'a1', body: used(3) },
      { id: 'u2', body: user('And now this') },
    ],
  });
  const stamp = { threadId: 'thread', at: 20, runId: 'r1', v: 1 };
  expect(appended).toEqual({
    entries: [
      { id: 'n1', seq: 2, targetId: 'u1', ...stamp, ...started() },
      { id: 'a1', seq: 3, parentId: 'u1', ...stamp, ...assistant() },
      { id: 'n2', seq: 4, targetId: 'a1', ...stamp, ...used(3) },
      { id: 'u2', seq: 5, parentId: 'a1', ...stamp, ...user('And now this') },
    ],
    tip: 'u2',
    headId: 'u2',
    side: false,
  });
  expect(entriesSince(db, 'thread', 1, 10)).toEqual(appended.entries);
  expect(entryById(db, 'u1')).toEqual({
    id: 'u1',
    threadId: 'thread',
    seq: 1,
    at: 10,
    v: 1,
    parentId: null,
    ...user(),
  });
  expect(headOf(db, 'thread')).toBe('u2');
});

test('of two runs from one entry only the first moves the head; the other goes on as a side run', () => {
  const { write: db } = threadWithStart();
  const first = append(db, { tip: 'u1', runId: 'r1', drafts: [{ id: 'a1', body: assistant() }] });
  const second = append(db, { tip: 'u1', runId: 'r2', drafts: [{ id: 'b1', body: assistant() }] });
  const third = append(db, { tip: second.tip, runId: 'r2', drafts: [{ id: 'b2', body: user() }] });
  const fourth = append(db, { tip: first.tip, runId: 'r1', drafts: [{ id: 'a2', body: user() }] });
  expect([first, second, third, fourth].map(({ tip, headId, side }) => ({ tip, headId, side }))).toEqual([
    { tip: 'a1', headId: 'a1', side: false },
    { tip: 'b1', headId: 'a1', side: true },
    { tip: 'b2', headId: 'a1', side: true },
    { tip: 'a2', headId: 'a2', side: false },
  ]);
  expect(entriesSince(db, 'thread', 0, 10).map((entry) => entry.seq)).toEqual([1, 2, 3, 4, 5]);
});

test('`take` moves the head from anywhere, `stay` leaves it, and notes leave the tip', () => {
  const { write: db } = threadWithStart();
  append(db, { tip: 'u1', drafts: [{ id: 'a1', body: assistant() }] });
  const taken = append(db, { tip: null, head: 'take', drafts: [{ id: 'root2', body: user() }] });
  const stayed = append(db, { tip: 'root2', head: 'stay', drafts: [{ id: 'c1', body: user() }] });
  const noted = append(db, { tip: 'root2', drafts: [{ id: 'n', targetId: 'a1', body: used(1) }] });
  expect([taken, stayed, noted].map(({ tip, headId, side }) => ({ tip, headId, side }))).toEqual([
    { tip: 'root2', headId: 'root2', side: false },
    { tip: 'c1', headId: 'root2', side: true },
    { tip: 'root2', headId: 'root2', side: false },
  ]);
});

test('what cannot be appended says why and leaves nothing behind', () => {
  const { write: db } = threadWithStart();
  testThread(db, 'other');
  append(db, { threadId: 'other', tip: null, drafts: [{ id: 'elsewhere', body: user() }] });
  const base = { threadId: 'thread', at: 10, tip: 'u1', head: 'follow', drafts: [{ id: 'x', body: user() }] } as const;
  const note = { id: 'n', targetId: 'nowhere', body: used(1) };
  const codes = [
    appendEntries(db, { ...base, threadId: 'gone' }),
    appendEntries(db, { ...base, tip: 'nowhere' }),
    appendEntries(db, { ...base, tip: 'elsewhere' }),
    appendEntries(db, { ...base, drafts: [...base.drafts, note] }),
    appendEntries(db, { ...base, drafts: [...base.drafts, { id: 'u1', body: user() }] }),
  ].map((result) => (result.ok ? 'ok' : result.error.code));
  expect(codes).toEqual(['thread_not_found', 'entry_not_found', 'entry_not_found', 'entry_not_found', 'store_failed']);
  expect(entriesSince(db, 'thread', 0, 10)).toHaveLength(1);
  expect(headOf(db, 'thread')).toBe('u1');
});

test('a run id of another thread is refused, and that run stays as it was', () => {
  const { write: db } = threadWithStart();
  append(db, { tip: 'u1', runId: 'r1', drafts: [{ id: 'n1', targetId: 'u1', body: started() }] });
  const before = runById(db, 'r1');
  testThread(db, 'other');
  append(db, { threadId: 'other', tip: null, drafts: [{ id: 'o1', body: user() }] });
  const drafts = [{ id: 'n2', targetId: 'o1', body: started() }];
  const result = appendEntries(db, { threadId: 'other', runId: 'r1', at: 10, tip: 'o1', head: 'follow', drafts });
  expect(result).toMatchObject({ ok: false, error: { code: 'store_failed' } });
  expect(runById(db, 'r1')).toEqual(before);
});

test('runs are known by their tip until they finish', () => {
  const { write: db } = threadWithStart();
  append(db, { tip: 'u1', runId: 'r1', at: 30, drafts: [{ id: 'n1', targetId: 'u1', body: started() }] });
  expect(runTip(db, 'r1')).toBe('u1');
  append(db, { tip: 'u1', runId: 'r1', drafts: [{ id: 'a1', body: assistant({ step: 2 }) }] });
  expect(runTip(db, 'r1')).toBe('a1');
  expect(unfinishedRuns(db).map(({ id, steps, startedAt }) => ({ id, steps, startedAt }))).toEqual([
    { id: 'r1', steps: 2, startedAt: 30 },
  ]);
  const finished = { kind: 'run_finished', status: 'finished' } as const;
  append(db, { tip: 'a1', runId: 'r1', drafts: [{ id: 'n2', targetId: 'a1', body: finished }] });
  expect(unfinishedRuns(db)).toEqual([]);
});

const CHECKPOINT: StoredCheckpoint = {
  runId: 'r1',
  threadId: 'thread',
  parentId: 'u1',
  step: 1,
  model: 'local/small',
  sentAt: 5.5,
  text: 'Half an ans',
  reasoning: 'Hm',
};

test('a checkpoint grows by its parts, and is removed by the append that commits or ends its answer', () => {
  const { write: db } = threadWithStart();
  const other = { ...CHECKPOINT, runId: 'r2' };
  good(saveCheckpoint(db, { ...CHECKPOINT, part: 0, text: 'An older answer' }));
  good(saveCheckpoint(db, { ...CHECKPOINT, part: 0, firstTokenAt: 6 }));
  good(saveCheckpoint(db, { ...CHECKPOINT, part: 1, firstTokenAt: 6, text: 'wer', reasoning: 'm' }));
  good(saveCheckpoint(db, { ...other, part: 0 }));
  const whole = { ...CHECKPOINT, firstTokenAt: 6, text: 'Half an answer', reasoning: 'Hmm' };
  expect(checkpointOf(db, 'r1')).toEqual(whole);
  expect(checkpointOf(db, 'r2')).toEqual(other);

  append(db, { tip: 'u1', runId: 'r1', drafts: [{ id: 'n1', targetId: 'u1', body: started() }] });
  expect(checkpointOf(db, 'r1')).toEqual(whole);
  append(db, { tip: 'u1', runId: 'r1', drafts: [{ id: 'a1', body: assistant() }] });
  expect(checkpointOf(db, 'r1')).toBeUndefined();
  expect(checkpointOf(db, 'r2')).toEqual(other);
  const finished = { kind: 'run_finished', status: 'interrupted' } as const;
  append(db, { tip: 'u1', runId: 'r2', drafts: [{ id: 'n2', targetId: 'u1', body: finished }] });
  expect(checkpointOf(db, 'r2')).toBeUndefined();
  expect(saveCheckpoint(db, { ...CHECKPOINT, part: 0, threadId: 'gone' })).toMatchObject({
    error: { code: 'thread_not_found' },
  });
});

test('a full disk fails the append whole, and it works again once there is space', () => {
  const { write: db } = threadWithStart();
  good(saveCheckpoint(db, { ...CHECKPOINT, part: 0 }));
  const { database } = connectionOf(db);
  const pages = Number(database.pragma('page_count', { simple: true }));
  database.pragma(`max_page_count = ${pages + 2}`);
  const drafts = [
    { id: 'a1', body: assistant() },
    { id: 'a2', body: assistant({ text: 'x'.repeat(100_000) }) },
  ];
  const input = { threadId: 'thread', runId: 'r1', at: 10, tip: 'u1', head: 'follow', drafts } as const;
  expect(appendEntries(db, input)).toEqual({
    ok: false,
    error: {
      code: 'disk_full',
      message: 'The disk is full or cannot be written to, so nothing was saved.',
      hint: 'Free some space, then try again.',
    },
  });
  expect(entriesSince(db, 'thread', 0, 10)).toHaveLength(1);
  expect(headOf(db, 'thread')).toBe('u1');
  expect(checkpointOf(db, 'r1')).toEqual(CHECKPOINT);

  database.pragma('max_page_count = 1000000');
  expect(good(appendEntries(db, input)).headId).toBe('a2');
  expect(database.pragma('integrity_check', { simple: true })).toBe('ok');
});
