import { expect, test } from 'vitest';
import { countTicksTo, durationTicksTo, ticksTo } from './scale.ts';

test.each([
  [0, [0, 1]],
  [1, [0, 0.5, 1]],
  [7, [0, 2.5, 5, 7.5]],
  [10, [0, 5, 10]],
  [0.003, [0, 0.001, 0.002, 0.003]],
  [61_000, [0, 25_000, 50_000, 75_000]],
])('up to %d', (max, ticks) => {
  expect(ticksTo(max)).toEqual(ticks);
});

test('what is counted has whole marks', () => {
  expect([0, 1, 2, 7, 30].map(countTicksTo)).toEqual([
    [0, 1],
    [0, 1],
    [0, 1, 2],
    [0, 5],
    [0, 10, 20, 30],
  ]);
});

test('times have marks that are round on a clock', () => {
  expect(durationTicksTo(0)).toEqual([0, 1]);
  expect(durationTicksTo(1700)).toEqual([0, 1000, 2000]);
  expect(durationTicksTo(98_000)).toEqual([0, 60_000, 120_000]);
  expect(durationTicksTo(5 * 3_600_000)).toEqual([0, 7_200_000, 14_400_000, 21_600_000]);
});
