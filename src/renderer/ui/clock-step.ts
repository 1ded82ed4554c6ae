export const SECOND = 1000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

// Each divides a minute, an hour or a day evenly wherever it can, so that marks fall where a clock has its own.
const STEPS = [1, 2, 5, 10, 20, 50, 100, 200, 500].concat(
  [1, 2, 5, 10, 15, 30].map((seconds) => seconds * SECOND),
  [1, 2, 5, 10, 15, 30].map((minutes) => minutes * MINUTE),
  [1, 2, 3, 6, 12].map((hours) => hours * HOUR),
);

/** The smallest step, in milliseconds and round on a clock, that goes into `length` at most `most` times. */
export function clockStep(length: number, most: number): number {
  return STEPS.find((step) => length / step <= most) ?? Math.ceil(length / most / DAY) * DAY;
}
