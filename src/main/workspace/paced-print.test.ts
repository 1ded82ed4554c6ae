import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { pacedPrint } from './paced-print.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('the first piece goes at once, the next ones together', () => {
  const printed: string[] = [];
  const { print, flush } = pacedPrint((text) => printed.push(text));
  print('a');
  print('b');
  print('c');
  expect(printed).toEqual(['a']);
  vi.advanceTimersByTime(40);
  expect(printed).toEqual(['a', 'bc']);
  print('d');
  flush();
  expect(printed).toEqual(['a', 'bc', 'd']);
  vi.advanceTimersByTime(1000);
  print('e');
  expect(printed).toEqual(['a', 'bc', 'd', 'e']);
  vi.advanceTimersByTime(1000);
  expect(vi.getTimerCount()).toBe(0);
});

test('of a flood the newest part is passed on, and the rest is named', () => {
  const printed: string[] = [];
  const { print, flush } = pacedPrint((text) => printed.push(text));
  print('start');
  for (let index = 0; index < 10; index += 1) print('x'.repeat(4000));
  flush();
  expect(printed).toEqual(['start', `\n… 24,000 bytes not shown …\n${'x'.repeat(16_000)}`]);
});
