import { isRun } from '../../shared/run/live.ts';
import type { ThreadWindow } from '../../shared/thread/window.ts';

/**
 * The run that works on the thread now, as far as a window can tell: the newest one that anything in it speaks of, unless
 * that has ended.
 */
export function activeRunId(window: Pick<ThreadWindow, 'live' | 'notes' | 'entries'>): string | undefined {
  const ended = new Set(window.notes.filter((note) => note.kind === 'run_finished').map((note) => note.runId));
  const live = window.live.findLast((run) => isRun(run) && !ended.has(run.runId));
  if (live !== undefined) return live.runId;
  const newest = [window.notes.at(-1), window.entries.at(-1)]
    .filter((entry) => entry?.runId !== undefined)
    .sort((a, b) => (a?.seq ?? 0) - (b?.seq ?? 0))
    .at(-1)?.runId;
  return ended.has(newest) ? undefined : newest;
}
