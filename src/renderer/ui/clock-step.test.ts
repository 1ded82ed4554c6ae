import { expect, test } from 'vitest';
import { clockStep, HOUR, MINUTE, SECOND } from './clock-step.ts';

test.each([
  [0, 3, 1],
  [7, 3, 5],
  [1700, 3, SECOND],
  [60 * SECOND, 4, 15 * SECOND],
  [60 * SECOND, 3, 30 * SECOND],
  [45 * MINUTE, 3, 15 * MINUTE],
  [98 * SECOND, 3, MINUTE],
  [5 * HOUR, 3, 2 * HOUR],
  [30 * HOUR, 3, 12 * HOUR],
  [100 * HOUR, 3, 48 * HOUR],
])('%d ms in at most %d steps', (length, most, step) => {
  expect(clockStep(length, most)).toBe(step);
});
