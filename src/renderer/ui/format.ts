import type { UsageTotal } from '../../shared/run/usage.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** How long something took, as exactly as it matters: `420ms`, `4.2s`, `42s`, `3m 05s`, `2h 05m`. */
export function formatDuration(ms: number): string {
  if (ms < SECOND) return `${Math.max(0, Math.round(ms))}ms`;
  if (ms < 10 * SECOND) return `${(Math.floor(ms / 100) / 10).toFixed(1)}s`;
  return formatElapsed(ms);
}

/** The same for what still goes on, in whole seconds so that it ticks calmly. */
export function formatElapsed(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / SECOND));
  if (ms < MINUTE) return `${seconds}s`;
  if (ms < HOUR) return `${Math.floor(seconds / 60)}m ${twoDigits(seconds % 60)}s`;
  return `${Math.floor(seconds / 3600)}h ${twoDigits(Math.floor(seconds / 60) % 60)}m`;
}

function twoDigits(value: number): string {
  return String(value).padStart(2, '0');
}

// Making one takes longer than drawing a row.
const MONTH_DAY = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric' });
const DATE = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium' });
const MOMENT = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'medium', hourCycle: 'h23' });
const COUNT = new Intl.NumberFormat('en-US');

/** How long ago, in as little space as there is: `now`, `5m`, `3h`, `2d`, `Mar 4`, `Mar 4, 2024`. */
export function formatAge(at: number, now: number): string {
  const ms = now - at;
  if (ms < MINUTE) return 'now';
  if (ms < HOUR) return `${Math.floor(ms / MINUTE)}m`;
  if (ms < DAY) return `${Math.floor(ms / HOUR)}h`;
  if (ms < 7 * DAY) return `${Math.floor(ms / DAY)}d`;
  const sameYear = new Date(at).getFullYear() === new Date(now).getFullYear();
  return (sameYear ? MONTH_DAY : DATE).format(at);
}

/** A moment in full, for hints: `Mar 4, 2026, 14:05:09`. */
export function formatMoment(at: number): string {
  return MOMENT.format(at);
}

/** `12,345`. */
export function formatCount(count: number): string {
  return COUNT.format(count);
}

/**
 * What it cost, honestly: `$1.23`, `$0.0042`; `unpriced` when nobody told a price; `$1.23+` when some calls have none;
 * `free` when the provider says that it cost nothing; absent before the first call.
 */
export function formatCost({
  calls,
  cost,
  unpriced,
}: Pick<UsageTotal, 'calls' | 'cost' | 'unpriced'>): string | undefined {
  if (calls === 0) return undefined;
  if (cost === 0) return unpriced > 0 ? 'unpriced' : 'free';
  const dollars = cost < 0.01 ? cost.toPrecision(2) : cost.toFixed(2);
  return `$${dollars}${unpriced > 0 ? '+' : ''}`;
}

/** `1.2 MB`: in powers of 1024, as systems show sizes. */
export function formatBytes(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`;
  const units = ['KB', 'MB', 'GB'] as const;
  let value = bytes / 1024;
  let unit = 0;
  while (value >= 1000 && unit < units.length - 1) {
    value /= 1024;
    unit += 1;
  }
  return `${value < 10 ? value.toFixed(1) : Math.round(value)} ${units[unit]}`;
}
