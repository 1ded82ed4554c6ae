import { setImmediate } from 'node:timers/promises';
import { ms, percentile, type Figure } from './figures.ts';

/** What the engine's work must leave to everything else. */
const GOAL = '10 ms';

/**
 * Does some work, and tells how long it took and how long its turns of the loop were: in processor time, since on a machine
 * with other work the clock goes on while nothing is done.
 */
export async function watchLoop(name: string, work: () => Promise<unknown>): Promise<readonly Figure[]> {
  const turns: number[] = [];
  let watching = true;
  let last = process.threadCpuUsage();
  function turn(): void {
    const { user, system } = process.threadCpuUsage(last);
    turns.push((user + system) / 1000);
    last = process.threadCpuUsage();
    if (watching) void setImmediate().then(turn);
  }
  turn();
  const started = performance.now();
  await work();
  const took = performance.now() - started;
  // The turn that the work ended in is one as well.
  await setImmediate();
  watching = false;
  const longest = `${ms(percentile(turns, 0.99))} / ${ms(percentile(turns, 1))}`;
  return [
    { name, value: ms(took) },
    { name: '    turns of the loop, p99 / longest', value: longest, goal: GOAL },
  ];
}
