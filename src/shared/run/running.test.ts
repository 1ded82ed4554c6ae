import { expect, test } from 'vitest';
import { byNeed, type RunningThread } from './running.ts';
import type { RunStatus } from './status.ts';
import { NO_USAGE } from './usage.ts';

function running(id: string, status: RunStatus, place?: number): RunningThread {
  const base = { title: id, createdAt: 1, updatedAt: 1, pinned: false, archived: false, usage: NO_USAGE } as const;
  return { summary: { ...base, id, status, place }, runId: id, items: [], approvals: [] };
}

test('what waits for the person comes first, the queue last and in its order; else the order stays', () => {
  const threads = [
    running('second', 'queued', 2),
    running('first', 'queued', 1),
    running('held', 'paused'),
    running('new', 'running'),
    running('asks', 'waiting'),
    running('old', 'running'),
  ];
  expect(byNeed(threads).map(({ runId }) => runId)).toEqual(['asks', 'new', 'old', 'held', 'first', 'second']);
});
