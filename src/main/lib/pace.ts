import { setImmediate } from 'node:timers/promises';

/** The engine lives on the loop that this work takes: after so long it lets everything else go first. */
const SLICE_MS = 4;

/** Breaks long work into slices of a few milliseconds. */
export type Pace = {
  /** To be awaited between small pieces of work: returns at once until a slice is over. */
  readonly breathe: () => Promise<void> | undefined;
};

export function pace(now: () => number): Pace {
  let since = now();
  return {
    breathe() {
      if (now() - since < SLICE_MS) return undefined;
      return setImmediate().then(() => {
        since = now();
      });
    },
  };
}
