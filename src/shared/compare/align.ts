import type { InSteps } from '../lib/in-steps.ts';
import { longestCommon } from './lcs.ts';

/** What stands in one place of both, or of one alone. */
export type Pair<T> =
  | { readonly left: T; readonly right: T }
  | { readonly left: T; readonly right?: undefined }
  | { readonly left?: undefined; readonly right: T };

/**
 * Puts two sequences side by side: by the longest common subsequence of the first key and, between what that matched, of
 * the next. What belongs to nothing stands alone, the left before the right.
 */
export function* align<T>(
  left: readonly T[],
  right: readonly T[],
  [key, ...looser]: readonly ((item: T) => string)[],
): InSteps<readonly Pair<T>[]> {
  if (key === undefined || left.length === 0 || right.length === 0) {
    return [...left.map((item) => ({ left: item })), ...right.map((item) => ({ right: item }))];
  }
  const pairs: Pair<T>[] = [];
  const between = (untilLeft: number, untilRight: number): InSteps<readonly Pair<T>[]> =>
    align(left.slice(nextLeft, untilLeft), right.slice(nextRight, untilRight), looser);
  let [nextLeft, nextRight] = [0, 0];
  const matches = yield* longestCommon(yield* mapped(left, key), yield* mapped(right, key));
  for (const [one, other] of matches) {
    for (const pair of yield* between(one, other)) pairs.push(pair);
    const [here, there] = [left[one], right[other]];
    if (here !== undefined && there !== undefined) pairs.push({ left: here, right: there });
    [nextLeft, nextRight] = [one + 1, other + 1];
  }
  for (const pair of yield* between(left.length, right.length)) pairs.push(pair);
  return pairs;
}

/** The keys of long steps take their time. */
export function* mapped<T, To>(items: readonly T[], of: (item: T) => To): InSteps<readonly To[]> {
  const found: To[] = [];
  for (const item of items) {
    found.push(of(item));
    yield;
  }
  return found;
}
