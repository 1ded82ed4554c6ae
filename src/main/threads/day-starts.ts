/**
 * When the days begin that hold `now` and the `count - 1` before it, oldest first, and when the day after them does: in
 * ms since the epoch, by the clocks of `timeZone`. A day may have 23 or 25 hours. Throws a RangeError for an unknown zone.
 */
export function dayStarts(now: number, timeZone: string, count: number): readonly number[] {
  const clock = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });

  /** What clocks show at `at`, as if it were UTC. */
  function shown(at: number): number {
    const parts = Object.fromEntries(clock.formatToParts(at).map(({ type, value }) => [type, Number(value)]));
    const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts;
    return Date.UTC(year, month - 1, day, hour, minute, second);
  }

  /** The moment at which clocks show `local`; where they skip it, the moment of the skip's other side. */
  function momentOf(local: number): number {
    const first = local - (shown(local) - local);
    const second = local - (shown(first) - first);
    return shown(second) === local ? second : Math.max(first, second);
  }

  const date = new Date(shown(Math.floor(now / 1000) * 1000));
  return Array.from({ length: count + 1 }, (_, index) =>
    momentOf(Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate() - count + 1 + index)),
  );
}
