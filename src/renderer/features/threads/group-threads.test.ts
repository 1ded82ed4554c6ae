import { describe, expect, it } from 'vitest';
import type { ThreadStatus } from '../../../shared/run/status.ts';
import { NO_USAGE } from '../../../shared/run/usage.ts';
import type { ThreadSummary } from '../../../shared/thread/summary.ts';
import { groupThreads, linesOf } from './group-threads.ts';

const NOW = new Date(2026, 2, 14, 12).getTime();

function thread(id: string, updatedAt: Date, status: ThreadStatus = 'finished', pinned = false): ThreadSummary {
  const at = updatedAt.getTime();
  return { id, title: id, createdAt: at, updatedAt: at, pinned, archived: false, status, usage: NO_USAGE };
}

function named(threads: readonly ThreadSummary[]) {
  return groupThreads(threads, NOW).map(({ label, threads }) => [label, threads.map(({ id }) => id)]);
}

describe('groupThreads', () => {
  it('puts running ones first, pinned ones next, and the others by their day', () => {
    const midnight = new Date(2026, 2, 14);
    expect(
      named([
        thread('older', new Date(2026, 2, 6, 23, 59)),
        thread('week', new Date(2026, 2, 7)),
        thread('yesterday', new Date(midnight.getTime() - 1)),
        thread('today', midnight),
        thread('pinned', new Date(2020, 0, 1), 'finished', true),
        thread('asking', new Date(2026, 2, 13), 'waiting', true),
        thread('running', new Date(NOW), 'running'),
      ]),
    ).toEqual([
      ['Running', ['asking', 'running']],
      ['Pinned', ['pinned']],
      ['Today', ['today']],
      ['Yesterday', ['yesterday']],
      ['Previous 7 days', ['week']],
      ['Older', ['older']],
    ]);
  });

  it('puts queued ones in the order in which they start, paused ones after them', () => {
    const at = new Date(NOW);
    expect(
      named([
        { ...thread('third', at, 'queued'), place: 3 },
        thread('paused', at, 'paused'),
        { ...thread('first', at, 'queued', true), place: 1 },
        { ...thread('second', at, 'queued'), place: 2 },
      ]),
    ).toEqual([['Queued and paused', ['first', 'second', 'third', 'paused']]]);
  });

  it('leaves out groups without threads', () => {
    expect(named([])).toEqual([]);
    expect(named([thread('a', new Date(NOW))])).toEqual([['Today', ['a']]]);
  });
});

describe('linesOf', () => {
  it('heads each group', () => {
    const a = thread('a', new Date(NOW));
    const b = thread('b', new Date(2020, 0, 1));
    expect(linesOf(groupThreads([a, b], NOW))).toEqual([
      { type: 'group', label: 'Today' },
      { type: 'thread', thread: a },
      { type: 'group', label: 'Older' },
      { type: 'thread', thread: b },
    ]);
  });
});
