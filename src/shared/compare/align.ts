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
export function align<T>(
  left: readonly T[],
  right: readonly T[],
  [key, ...looser]: readonly ((item: T) => string)[],
): readonly Pair<T>[] {
  if (key === undefined || left.length === 0 || right.length === 0) {
    return [...left.map((item) => ({ left: item })), ...right.map((item) => ({ right: item }))];
  }
  const pairs: Pair<T>[] = [];
  const between = (untilLeft: number, untilRight: number): readonly Pair<T>[] =>
    align(left.slice(nextLeft, untilLeft), right.slice(nextRight, untilRight), looser);
  let [nextLeft, nextRight] = [0, 0];
  for (const [one, other] of longestCommon(left.map(key), right.map(key))) {
    for (const pair of between(one, other)) pairs.push(pair);
    const [here, there] = [left[one], right[other]];
    if (here !== undefined && there !== undefined) pairs.push({ left: here, right: there });
    [nextLeft, nextRight] = [one + 1, other + 1];
  }
  for (const pair of between(left.length, right.length)) pairs.push(pair);
  return pairs;
}
