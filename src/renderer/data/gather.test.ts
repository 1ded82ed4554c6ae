import { beforeEach, expect, test, vi } from 'vitest';
import { gatherByFrame } from './gather.ts';

const frames = new Map<number, () => void>();

function drawFrame(): void {
  const due = [...frames.values()];
  frames.clear();
  for (const callback of due) callback();
}

beforeEach(() => {
  frames.clear();
  vi.useFakeTimers();
  let last = 0;
  vi.stubGlobal('requestAnimationFrame', (callback: () => void) => {
    last += 1;
    frames.set(last, callback);
    return last;
  });
  vi.stubGlobal('cancelAnimationFrame', (id: number) => frames.delete(id));
  return () => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  };
});

test('what comes between two frames is told once, in order', () => {
  const told: (readonly string[])[] = [];
  const { add } = gatherByFrame<string>((items) => told.push(items));
  for (const item of ['a', 'b', 'c']) add(item);
  expect(told).toEqual([]);
  drawFrame();
  add('d');
  drawFrame();
  drawFrame();
  vi.runAllTimers();
  expect(told).toEqual([['a', 'b', 'c'], ['d']]);
});

test('who cannot wait for the frame hears of it at once, and the frame says nothing again', () => {
  const told: (readonly string[])[] = [];
  const { add, flush } = gatherByFrame<string>((items) => told.push(items));
  flush();
  add('a');
  flush();
  expect(frames.size).toBe(0);
  drawFrame();
  vi.runAllTimers();
  expect(told).toEqual([['a']]);
});

test('a window that draws no frames is told all the same', () => {
  const told: (readonly string[])[] = [];
  const { add } = gatherByFrame<string>((items) => told.push(items));
  add('a');
  add('b');
  vi.runAllTimers();
  expect(told).toEqual([['a', 'b']]);
});
