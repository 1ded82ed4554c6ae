import { fold, type Fold } from '../../shared/lib/fold.ts';
import type { Entry } from '../../shared/thread/entry.ts';

/** When a run was started, and how long it was held since: in the queue, or paused. All in milliseconds. */
export type WorkTime = { readonly startedAt: number; readonly heldMs: number; readonly heldSince?: number };

/** Over the entries of one run. */
export const workTimeFold: Fold<WorkTime | undefined, Entry> = {
  init: undefined,
  step(time, entry) {
    const { kind, at } = entry;
    if (kind === 'run_started') return { startedAt: at, heldMs: 0 };
    if (time === undefined) return undefined;
    if (entry.kind === 'run_revived') return revived(time, at, entry.workedMs);
    if (kind === 'run_queued' || kind === 'run_paused') return { ...time, heldSince: at };
    if (kind !== 'run_dequeued' && kind !== 'run_resumed') return time;
    const { startedAt, heldMs, heldSince = at } = time;
    return { startedAt, heldMs: heldMs + at - heldSince };
  },
};

/** What it had worked before stays as it was; whatever held it then holds it still. */
function revived({ startedAt, heldSince }: WorkTime, at: number, worked: number): WorkTime {
  const heldMs = at - startedAt - worked;
  return heldSince === undefined ? { startedAt, heldMs } : { startedAt, heldMs, heldSince: at };
}

export function workedMs({ startedAt, heldMs, heldSince }: WorkTime, now: number): number {
  return (heldSince ?? now) - startedAt - heldMs;
}

/** How long a run had worked when its newest entry was written; nobody knows of any time after it. */
export function workedUntil(entries: readonly Entry[]): number {
  const time = fold(workTimeFold, entries);
  return time === undefined ? 0 : workedMs(time, entries.at(-1)?.at ?? 0);
}

/** While a run is held its time stands still: then it is looked at again no sooner than this. */
const LEAST_MS = 1000;

/** Calls `end` when a run has worked for so many minutes. The answer ends the watch. */
export function watchMinutes(minutes: number | undefined, worked: () => number, end: () => void): () => void {
  if (minutes === undefined) return () => undefined;
  const most = minutes * 60_000;
  let timer = setTimeout(look, Math.max(0, most - worked()));
  function look(): void {
    const left = most - worked();
    if (left <= 0) end();
    else timer = setTimeout(look, Math.max(left, LEAST_MS));
  }
  return () => clearTimeout(timer);
}
