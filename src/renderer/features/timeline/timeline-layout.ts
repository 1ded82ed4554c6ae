import type { LiveRun } from '../../../shared/run/live.ts';
import type { Span } from '../../../shared/run/timeline.ts';
import type { PlanChange } from '../../../shared/todos/plan.ts';
import { clockStep, HOUR, MINUTE, SECOND } from '../../ui/clock-step.ts';

export type TimelineRun = { readonly runId: string; readonly startedAt: number };

/** The runs that left anything to show, in order of their start. */
export function runsOf(spans: readonly Span[], live: readonly LiveRun[]): readonly TimelineRun[] {
  const runs = new Map<string, number>();
  for (const { runId, startedAt } of spans) if (!runs.has(runId)) runs.set(runId, startedAt);
  for (const { runId, sentAt } of live) if (!runs.has(runId) && sentAt !== undefined) runs.set(runId, sentAt);
  return [...runs].map(([runId, startedAt]) => ({ runId, startedAt })).sort((a, b) => a.startedAt - b.startedAt);
}

/**
 * The rows of one run: its spans in order of their start, and the model call that is under way. `firstTokenAt`: when the
 * window saw that call begin to stream, if it did.
 */
export function rowsOf(
  spans: readonly Span[],
  live: readonly LiveRun[],
  runId: string,
  firstTokenAt: number | undefined,
): readonly Span[] {
  const rows = spans.filter((span) => span.runId === runId).sort((a, b) => a.startedAt - b.startedAt);
  const run = live.find((one) => one.runId === runId);
  if (run?.sentAt === undefined || (run.phase !== 'waiting' && run.phase !== 'streaming')) return rows;
  const call: Span = {
    id: `live:${runId}:${run.step}`,
    runId,
    kind: 'model',
    name: rows.findLast((span) => span.kind === 'model')?.name ?? 'Model',
    startedAt: run.sentAt,
    firstTokenAt: run.phase === 'streaming' ? firstTokenAt : undefined,
    status: 'active',
    entryId: '',
  };
  return [...rows, call];
}

/** What the horizontal axis covers, in milliseconds since the epoch. */
export type Domain = { readonly from: number; readonly to: number };

/**
 * All rows from the first start to the last end. While something goes on there is room for more, in steps, so that the
 * bars that are done stand still.
 */
export function domainOf(rows: readonly Span[], now: number): Domain {
  if (rows.length === 0) return { from: now, to: now + 1 };
  const from = Math.min(...rows.map((row) => row.startedAt));
  const end = Math.max(...rows.map((row) => row.endedAt ?? Math.max(now, row.startedAt)));
  const growing = rows.some((row) => row.endedAt === undefined);
  const length = Math.max(end - from, 1);
  return { from, to: from + (growing ? roomFor(length) : length) };
}

const STEPS = [1, 1.25, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10];

function roomFor(length: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(length, 1000)));
  return power * (STEPS.find((step) => step * power >= length) ?? 10);
}

/** A bar in fractions of the axis; `waiting` is its lighter beginning. */
export type Bar = { readonly left: number; readonly width: number; readonly waiting: number };

export function barOf(span: Span, { from, to }: Domain, now: number): Bar {
  const length = to - from;
  const end = span.endedAt ?? Math.max(now, span.startedAt);
  const waitedUntil = span.kind === 'model' ? Math.min(span.firstTokenAt ?? end, end) : span.startedAt;
  const part = (ms: number): number => Math.min(1, Math.max(0, ms / length));
  return {
    left: part(span.startedAt - from),
    width: part(end - span.startedAt),
    waiting: part(waitedUntil - span.startedAt),
  };
}

/** Round moments on an axis of `length` ms, from 0, no more than `most` of them. */
export function ticksOf(length: number, most: number): readonly number[] {
  const step = clockStep(length, most);
  return Array.from({ length: Math.floor(length / step) + 1 }, (_, index) => index * step);
}

/** A moment on the axis in as few letters as say it: `0`, `500ms`, `1.5s`, `40s`, `1:30`, `2h`, `2:15h`. */
export function tickText(ms: number): string {
  if (ms === 0) return '0';
  if (ms < SECOND) return `${ms}ms`;
  if (ms < MINUTE) return `${ms / SECOND}s`;
  if (ms < HOUR) return ms % MINUTE === 0 ? `${ms / MINUTE}m` : clock(ms, MINUTE, SECOND);
  return ms % HOUR === 0 ? `${ms / HOUR}h` : `${clock(ms, HOUR, MINUTE)}h`;
}

function clock(ms: number, whole: number, part: number): string {
  return `${Math.floor(ms / whole)}:${String(Math.floor((ms % whole) / part)).padStart(2, '0')}`;
}

/** The changes of the plan that fall into a run, where they show on its axis. */
export function markersOf(history: readonly PlanChange[], { from, to }: Domain): readonly PlanChange[] {
  return history.filter(({ at }) => at >= from && at <= to);
}
