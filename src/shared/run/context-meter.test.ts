import fc from 'fast-check';
import { expect, test } from 'vitest';
import { meterOf } from './context-meter.ts';
import { sumOf, type ContextParts } from './context.ts';

const counted = (tokens: number) => ({ tokens, estimated: false });
const parts = (system: number, tools: number, messages: number, toolResults: number, todos: number): ContextParts => {
  return { system, tools, messages, toolResults, todos };
};
const AUTOMATIC = { automatic: true, share: 0.8 };

test('what is used, what is free and what compaction keeps free make up the window', () => {
  expect(meterOf(counted(300), parts(10, 20, 30, 30, 10), 1000, AUTOMATIC)).toEqual({
    used: counted(300),
    parts: parts(30, 60, 90, 90, 30),
    room: { window: 1000, line: 800, free: 500, buffer: 200 },
  });
});

test('past the line the buffer is what is left, and past the window there is none', () => {
  const room = (tokens: number) => meterOf(counted(tokens), parts(1, 0, 0, 0, 0), 1000, AUTOMATIC).room;
  expect(room(800)).toEqual({ window: 1000, line: 800, free: 0, buffer: 200 });
  expect(room(950)).toEqual({ window: 1000, line: 800, free: 0, buffer: 50 });
  expect(room(1200)).toEqual({ window: 1000, line: 800, free: 0, buffer: 0 });
});

test('without compaction by itself there is no line, and without a known window no room', () => {
  const [used, estimates] = [counted(300), parts(1, 0, 0, 0, 0)];
  expect(meterOf(used, estimates, 1000, { automatic: false, share: 0.8 }).room).toEqual({
    window: 1000,
    free: 700,
    buffer: 0,
  });
  expect(meterOf(used, estimates, undefined, AUTOMATIC)).toEqual({ used, parts: parts(300, 0, 0, 0, 0) });
  expect(meterOf(used, parts(0, 0, 0, 0, 0), undefined, AUTOMATIC).parts).toEqual(parts(0, 0, 300, 0, 0));
});

test('whatever was counted and estimated, the parts add up to what is used, and each is nearly its share', () => {
  const size = fc.nat(1_000_000);
  fc.assert(
    fc.property(fc.tuple(size, size, size, size, size), size, size, (estimates, used, window) => {
      const estimated = parts(...estimates);
      const meter = meterOf(counted(used), estimated, window, AUTOMATIC);
      expect(sumOf(meter.parts)).toBe(used);
      const sum = Math.max(1, sumOf(estimated));
      if (sumOf(estimated) > 0) expect(Math.abs(meter.parts.tools - (estimated.tools * used) / sum)).toBeLessThan(1);
      const { free = 0, buffer = 0 } = meter.room ?? {};
      expect(used + free + buffer).toBe(Math.max(used, window));
    }),
  );
});
