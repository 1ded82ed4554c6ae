import type { FigureRange } from '../../../shared/run/figures.ts';
import { formatDuration } from '../../ui/format.ts';

const BUCKETS: Record<FigureRange, Intl.DateTimeFormat> = {
  today: new Intl.DateTimeFormat('en-US', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }),
  week: new Intl.DateTimeFormat('en-US', { weekday: 'short', day: 'numeric' }),
  month: new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric' }),
};

/** An hour of today, or a day: `14:00`, `Wed 4`, `Mar 4`. */
export function bucketName(from: number, range: FigureRange): string {
  return BUCKETS[range].format(from);
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
