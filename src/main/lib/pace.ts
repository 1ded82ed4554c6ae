import { setImmediate } from 'node:timers/promises';
import type { InSteps } from '../../shared/lib/in-steps.ts';

/** The engine lives on the loop that this work takes: after so long it lets everything else go first. */
const SLICE_MS = 4;

/** Breaks long work into slices of a few milliseconds. */
export type Pace = {
  /** To be awaited between small pieces of work: returns at once until a slice is over. */
  readonly breathe: () => Promise<void> | undefined;
  /** To be awaited before work that is a slice of its own. */
  readonly rest: () => Promise<void>;
};

export function pace(now: () => number): Pace {
  let since = now();

  async function rest(): Promise<void> {
    await setImmediate();
    since = now();
  }

  return { rest, breathe: () => (now() - since < SLICE_MS ? undefined : rest()) };
}

/** Does the work with pauses in between. */
export async function paced<T>(work: InSteps<T>, { breathe }: Pace): Promise<T> {
  for (;;) {
    const step = work.next();
    if (step.done === true) return step.value;
    const pause = breathe();
    if (pause !== undefined) await pause;
  }
}
