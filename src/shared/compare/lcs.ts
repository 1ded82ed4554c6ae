import type { InSteps } from '../lib/in-steps.ts';

/** Pairs of positions, in order. */
export type Matches = readonly (readonly [left: number, right: number])[];

/**
 * The longest common subsequence of two sequences of keys, as the positions that belong together. Exact for every input:
 * bit-parallel (Crochemore and others, 2001), so that it takes left × right / 32 steps and as many words of memory.
 */
export function* longestCommon(left: readonly string[], right: readonly string[]): InSteps<Matches> {
  const shorter = Math.min(left.length, right.length);
  let start = 0;
  while (start < shorter && left[start] === right[start]) start += 1;
  let end = 0;
  while (end < shorter - start && left.at(-1 - end) === right.at(-1 - end)) end += 1;
  const middle = yield* inMiddle(left.slice(start, left.length - end), right.slice(start, right.length - end));
  return [
    ...Array.from({ length: start }, (_, at) => [at, at] as const),
    ...middle.map(([one, other]) => [one + start, other + start] as const),
    ...Array.from({ length: end }, (_, at) => [left.length - end + at, right.length - end + at] as const),
  ];
}

const WORD = 32;

function* inMiddle(left: readonly string[], right: readonly string[]): InSteps<Matches> {
  if (left.length === 0 || right.length === 0) return [];
  const rows = yield* rowsOf(left, right);
  const words = Math.ceil(left.length / WORD);
  const found: (readonly [number, number])[] = [];
  let [one, other] = [left.length - 1, right.length - 1];
  while (one >= 0 && other >= 0) {
    if (left[one] === right[other]) {
      found.push([one, other]);
      one -= 1;
      other -= 1;
    } else if (((rows[other * words + Math.floor(one / WORD)] ?? 0) >>> (one % WORD)) & 1) one -= 1;
    else other -= 1;
  }
  return found.reverse();
}

/**
 * For each key of `right` a row of bits, one for each key of `left`: it is 0 where the longest common subsequence up to
 * that key of `left` is longer than up to the one before.
 */
function* rowsOf(left: readonly string[], right: readonly string[]): InSteps<Uint32Array> {
  const words = Math.ceil(left.length / WORD);
  const places = new Map<string, Uint32Array>();
  // A mask is as long as all of `left`: what is on that side alone needs none.
  const there = new Set(right);
  for (const [at, key] of left.entries()) {
    if (at % WORD === 0) yield;
    if (!there.has(key)) continue;
    const mask = places.get(key) ?? new Uint32Array(words);
    const word = Math.floor(at / WORD);
    mask[word] = (mask[word] ?? 0) | (1 << (at % WORD));
    places.set(key, mask);
  }
  const none = new Uint32Array(words);
  const rows = new Uint32Array(words * right.length);
  const row = new Uint32Array(words).fill(0xffff_ffff);
  for (const [at, key] of right.entries()) {
    const mask = places.get(key) ?? none;
    let carry = 0;
    for (let word = 0; word < words; word += 1) {
      const bits = row[word] ?? 0;
      const matched = (bits & (mask[word] ?? 0)) >>> 0;
      const sum = bits + matched + carry;
      carry = sum > 0xffff_ffff ? 1 : 0;
      row[word] = sum | (bits & ~matched);
    }
    rows.set(row, at * words);
    yield;
  }
  return rows;
}
