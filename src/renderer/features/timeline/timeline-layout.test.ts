import { expect, test } from 'vitest';
import { idleRun } from '../../../shared/run/live.ts';
import type { Span } from '../../../shared/run/timeline.ts';
import { barOf, domainOf, markersOf, rowsOf, runsOf, tickText, ticksOf } from './timeline-layout.ts';

function span(id: string, startedAt: number, endedAt?: number, more: Partial<Span> = {}): Span {
  const status = endedAt === undefined ? 'active' : 'ok';
  return { id, runId: 'r', kind: 'tool', name: id, startedAt, endedAt, status, entryId: id, ...more };
}

test('runs are in order, a run that only streams is one of them', () => {
  const live = [{ ...idleRun('new', 1), sentAt: 900 }, idleRun('silent', 1)];
  expect(runsOf([span('a', 500), span('b', 600), span('c', 100, 200, { runId: 'old' })], live)).toEqual([
    { runId: 'old', startedAt: 100 },
    { runId: 'r', startedAt: 500 },
    { runId: 'new', startedAt: 900 },
  ]);
});

test('rows are in order of their start, the call under way last', () => {
  const spans = [
    span('late', 300, 400),
    span('early', 100, 200, { kind: 'model', name: 'm' }),
    span('x', 1, 2, { runId: 'o' }),
  ];
  const live = [{ ...idleRun('r', 2), phase: 'streaming' as const, sentAt: 500 }];
  expect(rowsOf(spans, live, 'r', 550)).toEqual([
    spans[1],
    spans[0],
    {
      id: 'live:r:2',
      runId: 'r',
      kind: 'model',
      name: 'm',
      startedAt: 500,
      firstTokenAt: 550,
      status: 'active',
      entryId: '',
    },
  ]);
  expect(rowsOf(spans, [idleRun('r', 2)], 'r', undefined)).toHaveLength(2);
});

test('a finished run fills the axis, a growing one leaves room and stands still', () => {
  expect(domainOf([span('a', 1000, 1400), span('b', 1400, 3300)], 9000)).toEqual({ from: 1000, to: 3300 });
  const growing = [span('a', 1000, 1400), span('b', 1400)];
  expect([2900, 3000, 3001].map((now) => domainOf(growing, now).to - 1000)).toEqual([2000, 2000, 2500]);
  expect(domainOf([span('a', 1000)], 1000)).toEqual({ from: 1000, to: 2000 });
});

test('a bar is where its span is; a model call waits until its first token', () => {
  const domain = { from: 1000, to: 2000 };
  expect(barOf(span('a', 1100, 1350), domain, 5000)).toEqual({ left: 0.1, width: 0.25, waiting: 0 });
  const call = span('m', 1500, undefined, { kind: 'model' });
  expect(barOf({ ...call, firstTokenAt: 1600 }, domain, 1750)).toEqual({ left: 0.5, width: 0.25, waiting: 0.1 });
  expect(barOf(call, domain, 1750)).toEqual({ left: 0.5, width: 0.25, waiting: 0.25 });
  // A clock that is behind draws nothing backwards.
  expect(barOf(call, domain, 1400)).toEqual({ left: 0.5, width: 0, waiting: 0 });
});

test('ticks are round and few', () => {
  expect(ticksOf(4200, 4)).toEqual([0, 2000, 4000]);
  expect(ticksOf(90_000, 4)).toEqual([0, 30_000, 60_000, 90_000]);
  expect(ticksOf(1, 4)).toEqual([0, 1]);
  expect(ticksOf(10 * 24 * 3_600_000, 4)).toHaveLength(4);
  expect([0, 500, 1500, 40_000, 60_000, 90_000, 7_200_000, 8_100_000].map(tickText)).toEqual([
    '0',
    '500ms',
    '1.5s',
    '40s',
    '1m',
    '1:30',
    '2h',
    '2:15h',
  ]);
});

test('plan changes outside the run are left out', () => {
  const at = (time: number) => ({ entryId: String(time), at: time, plan: { phases: [] } });
  expect(markersOf([at(1), at(10), at(20), at(21)], { from: 10, to: 20 })).toEqual([at(10), at(20)]);
});
