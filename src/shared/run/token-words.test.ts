import { expect, test } from 'vitest';
import { changeWords, formatTokens, shareWords } from './token-words.ts';

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

test('a share that is there never shows as nothing', () => {
  const shares = [0, 1, 9, 10, 995, 1000, 1200].map((part) => shareWords(part, 1000));
  expect(shares).toEqual(['0 %', '< 1 %', '< 1 %', '1 %', '100 %', '100 %', '120 %']);
  expect(shareWords(5, 0)).toBe('0 %');
});
