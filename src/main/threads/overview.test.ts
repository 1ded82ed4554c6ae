import { expect, test } from 'vitest';
import type { RunEnd } from '../../shared/run/status.ts';
import type { WriteDb } from './database.ts';
import { figuresByNames, runFigures } from './overview.ts';
import { runningThreads } from './running.ts';
import { append, assistant, good, started, testStore, testThread, todosWritten, used, user } from './testing/store.ts';
import { setArchived } from './thread-rows.ts';

type Run = {
  readonly id: string;
  readonly agent?: string;
  readonly model?: string;
  readonly at: number;
  readonly ms: number;
  readonly firstToken?: number;
  readonly status?: RunEnd;
  readonly cost?: number;
};

function addRun(db: WriteDb, { id, agent = 'Helper', model = 'm', at, ms, firstToken, status, cost }: Run): void {
  const firstTokenAt = firstToken === undefined ? undefined : at + firstToken;
  append(db, {
    tip: null,
    runId: id,
    at,
    head: 'take',
    drafts: [
      { id: `u-${id}`, body: user() },
      { id: `s-${id}`, targetId: `u-${id}`, body: started({ name: agent, model }) },
      { id: `a-${id}`, body: assistant({ sentAt: at, firstTokenAt }) },
      { id: `c-${id}`, targetId: `a-${id}`, body: used(1, cost) },
    ],
  });
  if (status === undefined) return;
  append(db, {
    tip: `a-${id}`,
    runId: id,
    at: at + ms,
    drafts: [{ id: `e-${id}`, targetId: `a-${id}`, body: { kind: 'run_finished', status } }],
  });
}

test('figures are of the runs that ended in that time, whole and by name', () => {
  const { write: db } = testStore();
  testThread(db);
  addRun(db, { id: 'r1', at: 100, ms: 10, firstToken: 4, status: 'finished', cost: 0.5 });
  addRun(db, { id: 'r2', at: 100, ms: 30, firstToken: 8, status: 'failed', agent: 'Other' });
  addRun(db, { id: 'r3', at: 100, ms: 20, status: 'stopped', model: 'n', cost: 0.25 });
  addRun(db, { id: 'r4', at: 900, ms: 100, status: 'finished' });
  addRun(db, { id: 'r5', at: 100, ms: 0 });
  const total = runFigures(db, 100, 1000);
  expect(total).toEqual({
    runs: 3,
    finished: 1,
    stopped: 1,
    cost: 0.75,
    calls: 3,
    unpriced: 1,
    duration: { p50: 20, p95: 30 },
    firstToken: { p50: 4, p95: 8 },
  });
  const { agents, models } = figuresByNames(db, 100, 1000);
  expect(agents.map(({ name, runs, finished }) => [name, runs, finished])).toEqual([
    ['Helper', 2, 1],
    ['Other', 1, 0],
  ]);
  expect(models.map(({ name, runs, cost }) => [name, runs, cost])).toEqual([
    ['m', 2, 0.5],
    ['n', 1, 0.25],
  ]);
  expect(runFigures(db, 0, 100)).toEqual({
    runs: 0,
    finished: 0,
    stopped: 0,
    cost: 0,
    calls: 0,
    unpriced: 0,
    duration: undefined,
    firstToken: undefined,
  });
});

test('what runs now comes with its plan and with what it asks', () => {
  const { write: db } = testStore();
  testThread(db);
  addRun(db, { id: 'r1', at: 1, ms: 1, status: 'finished' });
  expect(runningThreads(db)).toEqual([]);
  addRun(db, { id: 'r2', at: 2, ms: 1 });
  append(db, {
    tip: 'a-r2',
    runId: 'r2',
    drafts: [
      { id: 't', body: todosWritten('a-r2', 'in_progress', 'pending') },
      {
        id: 'q1',
        targetId: 'a-r2',
        body: { kind: 'approval_asked', callId: 'c1', toolName: 'run_command', arguments: '{"command":"ls"}' },
      },
      {
        id: 'q2',
        targetId: 'a-r2',
        body: { kind: 'approval_asked', callId: 'c2', toolName: 'write_file', arguments: '{}', approvesAt: 9 },
      },
      {
        id: 'd',
        targetId: 'a-r2',
        body: { kind: 'approval_decided', callId: 'c1', decision: 'approved', by: 'person' },
      },
    ],
  });
  expect(runningThreads(db)).toEqual([
    {
      summary: expect.objectContaining({ id: 'thread', status: 'waiting', plan: { done: 0, total: 2 } }),
      runId: 'r2',
      items: [
        { key: 't0', id: 't0', content: 'Item 0', status: 'in_progress' },
        { key: 't1', id: 't1', content: 'Item 1', status: 'pending' },
      ],
      approvals: [
        {
          threadId: 'thread',
          runId: 'r2',
          agent: 'Helper',
          callId: 'c2',
          toolName: 'write_file',
          arguments: '{}',
          approvesAt: 9,
        },
      ],
    },
  ]);
  good(setArchived(db, 'thread', true));
  expect(runningThreads(db)).toHaveLength(1);
});
