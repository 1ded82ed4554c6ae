import { setImmediate } from 'node:timers/promises';
import { fail, ok, type Result } from '../../../shared/lib/result.ts';
import type { Figures, FigureRange } from '../../../shared/run/figures.ts';
import { byNeed } from '../../../shared/run/running.ts';
import { dayStarts } from '../../threads/day-starts.ts';
import { figuresByNames, runFigures } from '../../threads/overview.ts';
import { runningThreads } from '../../threads/running.ts';
import type { HandlersOf } from '../router.ts';
import type { RouteDeps } from './deps.ts';

const DAYS: Readonly<Record<FigureRange, number>> = { today: 1, week: 7, month: 30 };
const HOUR_MS = 3_600_000;

export function overviewRoutes({ store, stores, now, summaries }: RouteDeps): HandlersOf<'overview'> {
  const { read } = store;
  return {
    'overview.now': () =>
      ok(
        byNeed(
          [...runningThreads(read), ...runningThreads(stores.unsaved.read)].map((thread) => ({
            ...thread,
            summary: summaries.shown(thread.summary),
          })),
        ),
      ),
    async 'overview.figures'({ range, timeZone }) {
      const bounds = boundsOf(range, now(), timeZone);
      if (!bounds.ok) return bounds;
      const starts = bounds.value;
      const from = starts[0] ?? 0;
      const to = starts.at(-1) ?? 0;
      // Each question is a few milliseconds' work at ten thousand runs: between them everything else may go on.
      const buckets: Figures['buckets'][number][] = [];
      for (const [index, end] of starts.slice(1).entries()) {
        const start = starts[index] ?? end;
        buckets.push({ from: start, to: end, ...runFigures(read, start, end) });
      }
      await setImmediate();
      const total = runFigures(read, from, to);
      await setImmediate();
      return ok({ range, total, buckets, ...figuresByNames(read, from, to) });
    },
  };
}

function boundsOf(range: FigureRange, now: number, timeZone: string): Result<readonly number[]> {
  try {
    const days = dayStarts(now, timeZone, DAYS[range]);
    return ok(range === 'today' ? hoursBetween(days[0] ?? now, days[1] ?? now) : days);
  } catch {
    return fail('bad_request', `There is no time zone called ${JSON.stringify(timeZone)}.`);
  }
}

/** A day of 25 hours has 25, and its end is the last bound. */
function hoursBetween(from: number, to: number): readonly number[] {
  const hours = Math.ceil((to - from) / HOUR_MS);
  return [...Array.from({ length: hours }, (_, hour) => from + hour * HOUR_MS), to];
}
