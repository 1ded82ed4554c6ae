import { assertNever } from '../../../shared/lib/assert.ts';
import type { FigureRange } from '../../../shared/run/figures.ts';
import { formatDuration } from '../../ui/format.ts';

/** An hour of today, or a day: `14:00`, `Wed 4`, `Mar 4`. */
export function bucketName(from: number, range: FigureRange): string {
  switch (range) {
    case 'today':
      return new Intl.DateTimeFormat('en-US', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(from);
    case 'week':
      return new Intl.DateTimeFormat('en-US', { weekday: 'short', day: 'numeric' }).format(from);
    case 'month':
      return new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric' }).format(from);
    default:
      return assertNever(range);
  }
}

/** `98 %`; `–` of nothing. */
export function percentText(share: number | undefined): string {
  return share === undefined ? '–' : `${Math.round(share * 100)} %`;
}

/** `–` where nothing was measured. */
export function durationText(ms: number | undefined): string {
  return ms === undefined ? '–' : formatDuration(ms);
}

/** Dollars, as exactly as it matters. */
export function costText(cost: number): string {
  if (cost === 0) return '$0';
  return `$${cost < 0.01 ? cost.toPrecision(2) : cost.toFixed(2)}`;
}
