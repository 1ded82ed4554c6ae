import { clockStep } from '../../ui/clock-step.ts';

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

/** The same for milliseconds: marks that are round on a clock. */
export function durationTicksTo(max: number): readonly number[] {
  const step = clockStep(max, 3);
  return Array.from({ length: Math.max(1, Math.ceil(max / step)) + 1 }, (_, index) => index * step);
}
