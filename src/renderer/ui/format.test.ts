import { describe, expect, it } from 'vitest';
import { formatAge, formatCost, formatDuration, formatElapsed } from './format.ts';

describe('formatDuration', () => {
  it.each([
    [-5, '0ms'],
    [0, '0ms'],
    [420.4, '420ms'],
    [999, '999ms'],
    [1000, '1.0s'],
    [9_940, '9.9s'],
    [9_990, '9.9s'],
    [42_900, '42s'],
    [185_000, '3m 05s'],
    [3_599_999, '59m 59s'],
    [7_500_000, '2h 05m'],
  ])('%d ms is %s', (ms, text) => expect(formatDuration(ms)).toBe(text));
});

describe('formatElapsed', () => {
  it.each([
    [-1, '0s'],
    [999, '0s'],
    [1999, '1s'],
    [60_000, '1m 00s'],
    [3_600_000, '1h 00m'],
  ])('%d ms is %s', (ms, text) => expect(formatElapsed(ms)).toBe(text));
});

describe('formatAge', () => {
  const now = new Date(2026, 2, 14, 12).getTime();
  it.each([
    [new Date(2026, 2, 14, 12, 0, 30), 'now'],
    [new Date(2026, 2, 14, 11, 59, 30), 'now'],
    [new Date(2026, 2, 14, 11, 55), '5m'],
    [new Date(2026, 2, 14, 9), '3h'],
    [new Date(2026, 2, 12, 9), '2d'],
    [new Date(2026, 2, 4, 9), 'Mar 4'],
    [new Date(2024, 2, 4, 9), 'Mar 4, 2024'],
  ])('%s is %s', (at, text) => expect(formatAge(at.getTime(), now)).toBe(text));
});

describe('formatCost', () => {
  it.each([
    [{ calls: 0, cost: 0, unpriced: 0 }, undefined],
    [{ calls: 2, cost: 0, unpriced: 2 }, 'unpriced'],
    [{ calls: 2, cost: 0, unpriced: 0 }, 'free'],
    [{ calls: 2, cost: 1.234, unpriced: 0 }, '$1.23'],
    [{ calls: 2, cost: 0.00421, unpriced: 0 }, '$0.0042'],
    [{ calls: 3, cost: 1.234, unpriced: 1 }, '$1.23+'],
  ])('%o is %s', (usage, text) => expect(formatCost(usage)).toBe(text));
});
