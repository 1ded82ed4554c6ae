import { expect, it } from 'vitest';
import { nextThread, tabStopOf } from './next-thread.ts';

it('steps over the headings between threads, and stops at the ends', () => {
  const lines = [false, true, true, false, true];
  const at = (key: string, from: number) => nextThread(key, from, lines);
  expect([at('ArrowDown', 1), at('ArrowDown', 2), at('ArrowDown', 4)]).toEqual([2, 4, undefined]);
  expect([at('ArrowUp', 4), at('ArrowUp', 2), at('ArrowUp', 1)]).toEqual([2, 1, undefined]);
  expect([at('Home', 4), at('End', 1), at('a', 1)]).toEqual([1, 4, undefined]);
});

it('Tab comes to the row that had the focus last, else to the open one, else to the first', () => {
  expect(tabStopOf(['a', 'b', 'c'], 'c', 'b')).toBe('c');
  expect(tabStopOf(['a', 'b', 'c'], 'gone', 'b')).toBe('b');
  expect(tabStopOf(['a', 'b', 'c'], undefined, 'out of sight')).toBe('a');
  expect(tabStopOf([], 'a', 'b')).toBeUndefined();
});
