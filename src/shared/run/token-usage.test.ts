import { expect, test } from 'vitest';
import { countedTokens } from './token-usage.ts';

test('counts are whole, finite, and never below zero', () => {
  const tokens = { input: -5, output: 1.6, cacheRead: Number.NaN, cacheWrite: Number.POSITIVE_INFINITY, reasoning: 7 };
  expect(countedTokens(tokens)).toEqual({
    input: 0,
    output: 2,
    cacheRead: 0,
    cacheWrite: Number.MAX_SAFE_INTEGER,
    reasoning: 7,
  });
});
