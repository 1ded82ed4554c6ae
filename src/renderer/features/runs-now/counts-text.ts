import type { RunCounts } from '../../../shared/run/status.ts';

/** `3 running, 1 waiting for you, 2 queued`: what there is none of is left out. */
export function countsText({ running, waiting, queued, paused }: RunCounts): string {
  const parts: readonly (readonly [number, string])[] = [
    [running, 'running'],
    [waiting, 'waiting for you'],
    [queued, 'queued'],
    [paused, 'paused'],
  ];
  return parts.flatMap(([count, what]) => (count === 0 ? [] : [`${count} ${what}`])).join(', ');
}
