import { expect, it } from 'vitest';
import { nextThread } from './next-thread.ts';

it('steps over the headings between threads, and stops at the ends', () => {
  const lines = [false, true, true, false, true];
  const at = (key: string, from: number) => nextThread(key, from, lines);
  expect([at('ArrowDown', 1), at('ArrowDown', 2), at('ArrowDown', 4)]).toEqual([2, 4, undefined]);
  expect([at('ArrowUp', 4), at('ArrowUp', 2), at('ArrowUp', 1)]).toEqual([2, 1, undefined]);
  expect([at('Home', 4), at('End', 1), at('a', 1)]).toEqual([1, 4, undefined]);
});
