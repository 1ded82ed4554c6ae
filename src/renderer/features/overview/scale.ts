/** Round values from 0 up to at least `max`, three or four of them: what an axis is marked with. */
export function ticksTo(max: number): readonly number[] {
  if (max <= 0) return [0, 1];
  const rough = max / 3;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = ([1, 2, 2.5, 5, 10].find((factor) => factor * power >= rough) ?? 10) * power;
  return Array.from({ length: Math.ceil(max / step - 1e-9) + 1 }, (_, index) => Number((index * step).toPrecision(12)));
}

/** The same for what is counted: whole values alone. */
export function countTicksTo(max: number): readonly number[] {
  return ticksTo(Math.max(max, 1)).filter(Number.isInteger);
}

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const STEPS = [
  1,
  2,
  5,
  10,
  20,
  50,
  100,
  200,
  500,
  ...[1, 2, 5, 10, 20, 30].map((seconds) => seconds * SECOND),
  ...[1, 2, 5, 10, 20, 30].map((minutes) => minutes * MINUTE),
];

/** The same for milliseconds: marks that are round on a clock. */
export function durationTicksTo(max: number): readonly number[] {
  const step = STEPS.find((one) => one * 3 >= max) ?? Math.ceil(max / 3 / HOUR) * HOUR;
  return Array.from({ length: Math.max(1, Math.ceil(max / step)) + 1 }, (_, index) => index * step);
}
