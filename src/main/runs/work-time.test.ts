import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fold } from '../../shared/lib/fold.ts';
import { PLAIN_AGENT } from '../../shared/run/agent.ts';
import type { Entry, NoteBody } from '../../shared/thread/entry.ts';
import { watchMinutes, workedMs, workTimeFold } from './work-time.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const agent = { ...PLAIN_AGENT, name: 'a', model: 'm', overrides: {} };

function worked(now: number, ...notes: readonly (readonly [number, NoteBody])[]): number | undefined {
  const entries = notes.map(([at, body], index): Entry => {
    const stamp = { id: `n${index}`, threadId: 't', seq: index + 1, at, runId: 'r', v: 1, targetId: 'u' };
    return { ...stamp, ...body };
  });
  const time = fold(workTimeFold, entries);
  return time && workedMs(time, now);
}

test('what a run waited for a place, or was paused, is no work', () => {
  const started = [10, { kind: 'run_started', agent }] as const;
  expect(worked(100, started)).toBe(90);
  expect(worked(100, started, [10, { kind: 'run_queued' }])).toBe(0);
  const dequeued = [40, { kind: 'run_dequeued', queuedId: 'n1' }] as const;
  expect(worked(100, started, [10, { kind: 'run_queued' }], dequeued)).toBe(60);
  const paused = [60, { kind: 'run_paused' }] as const;
  expect(worked(100, started, [10, { kind: 'run_queued' }], dequeued, paused)).toBe(20);
  const resumed = [70, { kind: 'run_resumed', pausedId: 'n3' }] as const;
  expect(worked(100, started, [10, { kind: 'run_queued' }], dequeued, paused, resumed)).toBe(50);
});

test('what passed while the program was not there is no work either', () => {
  const started = [10, { kind: 'run_started', agent }] as const;
  expect(worked(1100, started, [1000, { kind: 'run_revived', workedMs: 50 }])).toBe(150);
  const paused = [40, { kind: 'run_paused' }] as const;
  const revived = [1000, { kind: 'run_revived', workedMs: 30 }] as const;
  expect(worked(1100, started, paused, revived)).toBe(30);
  expect(worked(1100, started, paused, revived, [1050, { kind: 'run_resumed', pausedId: 'n1' }])).toBe(80);
});

test('time is up when it was worked, however long that took', () => {
  let ms = 0;
  const end = vi.fn();
  watchMinutes(1, () => ms, end);
  ms = 20_000;
  vi.advanceTimersByTime(60_000);
  expect(end).not.toHaveBeenCalled();
  vi.advanceTimersByTime(100_000);
  ms = 60_000;
  vi.advanceTimersByTime(40_000);
  expect(end).toHaveBeenCalledOnce();
});

test('no limit, or an end before it, ends nothing', () => {
  const end = vi.fn();
  watchMinutes(undefined, () => 1e9, end)();
  watchMinutes(1, () => 1e9, end)();
  vi.advanceTimersByTime(1e9);
  expect(end).not.toHaveBeenCalled();
});
