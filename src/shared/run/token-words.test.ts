import { expect, test } from 'vitest';
import { changeWords, formatTokens } from './token-words.ts';

test.each([
  [0, '0'],
  [999, '999'],
  [1000, '1k'],
  [12_345, '12.3k'],
  [999_949, '999.9k'],
  [999_950, '1M'],
  [4_520_000, '4.5M'],
])('%d is %s', (count, text) => expect(formatTokens(count)).toBe(text));

test('a change says which of its ends is an estimate', () => {
  const [before, after] = [
    { tokens: 41_230, estimated: false },
    { tokens: 900, estimated: true },
  ];
  expect(changeWords({ before, after })).toBe('41.2k → ~900 tokens');
});
