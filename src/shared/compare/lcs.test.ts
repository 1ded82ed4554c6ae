import fc from 'fast-check';
import { expect, it } from 'vitest';
import { atOnce } from '../lib/in-steps.ts';
import { longestCommon } from './lcs.ts';

/** The textbook's table: how long the longest common subsequence is. */
function lengthOf(left: readonly string[], right: readonly string[]): number {
  const row = Array.from({ length: right.length + 1 }, () => 0);
  for (const one of left) {
    let corner = 0;
    for (const [at, other] of right.entries()) {
      const above = row[at + 1] ?? 0;
      row[at + 1] = one === other ? corner + 1 : Math.max(above, row[at] ?? 0);
      corner = above;
    }
  }
  return row.at(-1) ?? 0;
}

it('matches equal keys in order, and as many as can be', () => {
  const keys = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 150 });
  fc.assert(
    fc.property(keys, keys, (left, right) => {
      const matches = atOnce(longestCommon(left, right));
      expect(matches.map(([one]) => left[one])).toEqual(matches.map(([, other]) => right[other]));
      for (const [at, [one, other]] of matches.entries()) {
        const [before = -1, beside = -1] = matches[at - 1] ?? [];
        expect(one > before && other > beside).toBe(true);
      }
      expect(matches.length).toBe(lengthOf(left, right));
    }),
  );
});

it('finds nothing where nothing is the same, or nothing is there', () => {
  expect(atOnce(longestCommon(['a'], ['b']))).toEqual([]);
  expect(atOnce(longestCommon([], ['b']))).toEqual([]);
});

it('is not shifted by what was put in, however long both are', () => {
  const left = Array.from({ length: 3000 }, (_, at) => `step ${at}`);
  const right = [...left.slice(0, 1000), 'put in', ...left.slice(1000, 2000), 'other', ...left.slice(2001)];
  const expected = left.flatMap((_, at) => (at === 2000 ? [] : [[at, at < 1000 ? at : at + 1]]));
  expect(atOnce(longestCommon(left, right))).toEqual(expected);
});

it('needs room for what both have, however long one of them is', () => {
  const left = Array.from({ length: 200_000 }, (_, at) => `step ${at}`);
  expect(atOnce(longestCommon(left, ['none', 'step 7', 'other', 'step 150000', 'last']))).toEqual([
    [7, 1],
    [150_000, 3],
  ]);
});
