import { expect, test } from 'vitest';
import { dayStarts } from './day-starts.ts';

const HOUR = 3_600_000;
const at = (text: string) => Date.parse(text);

test('days begin at the midnight of the zone', () => {
  expect(dayStarts(at('2026-03-04T23:30:00Z'), 'UTC', 2)).toEqual(
    ['2026-03-03', '2026-03-04', '2026-03-05'].map((day) => at(`${day}T00:00:00Z`)),
  );
  expect(dayStarts(at('2026-03-04T23:30:00Z'), 'Asia/Kolkata', 1)).toEqual(
    ['2026-03-05', '2026-03-06'].map((day) => at(`${day}T00:00:00+05:30`)),
  );
  expect(dayStarts(at('2026-01-01T00:00:00.500Z'), 'America/Los_Angeles', 1)[0]).toBe(at('2025-12-31T00:00:00-08:00'));
});

test('days of 23 and 25 hours', () => {
  const lengths = (now: string, zone: string, count: number) => {
    const starts = dayStarts(at(now), zone, count);
    return starts.slice(1).map((end, index) => (end - (starts[index] ?? end)) / HOUR);
  };
  expect(lengths('2026-03-30T12:00:00Z', 'Europe/Berlin', 3)).toEqual([24, 23, 24]);
  expect(lengths('2026-10-26T12:00:00Z', 'Europe/Berlin', 3)).toEqual([24, 25, 24]);
  // Where clocks skip midnight, the day begins when it is one.
  expect(lengths('2018-11-05T12:00:00Z', 'America/Sao_Paulo', 3)).toEqual([24, 23, 24]);
});

test('an unknown zone is an error', () => {
  expect(() => dayStarts(0, 'Nowhere/At_All', 1)).toThrow(RangeError);
});
