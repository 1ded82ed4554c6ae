import { expect, test } from 'vitest';
import { shareWords } from './part-words.ts';

test('a share that is there never shows as nothing', () => {
  const shares = [0, 1, 9, 10, 995, 1000, 1200].map((part) => shareWords(part, 1000));
  expect(shares).toEqual(['0 %', '< 1 %', '< 1 %', '1 %', '100 %', '100 %', '120 %']);
  expect(shareWords(5, 0)).toBe('0 %');
});
