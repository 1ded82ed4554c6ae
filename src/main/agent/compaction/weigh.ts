import { setImmediate } from 'node:timers/promises';
import { estimateEntry } from '../../../shared/run/estimates.ts';
import type { PathEntry } from '../../../shared/thread/entry.ts';

/** Entries that are estimated in one turn of the loop: about 1 ms of it. */
const SLICE = 500;

/** Estimates the entries of a long branch once, with turns for others in between; what counts them later finds it done. */
export async function weigh(path: readonly PathEntry[]): Promise<void> {
  for (const [index, entry] of path.entries()) {
    if (index > 0 && index % SLICE === 0) await setImmediate();
    estimateEntry(entry, false);
  }
}
