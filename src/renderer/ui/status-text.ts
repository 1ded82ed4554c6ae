import { openAtEnd, withOpen } from '../../shared/run/open-todos.ts';
import type { ThreadStatus } from '../../shared/run/status.ts';
import type { ThreadSummary } from '../../shared/thread/summary.ts';

const WORDS: Record<ThreadStatus, string> = {
  idle: 'Not started',
  queued: 'Queued',
  running: 'Working',
  waiting: 'Waiting for approval',
  paused: 'Paused',
  finished: 'Finished',
  failed: 'Failed',
  stopped: 'Stopped',
  interrupted: 'Interrupted',
  limit: 'Step limit reached',
};

export function statusText(status: ThreadStatus): string {
  return WORDS[status];
}

export type Standing = Pick<ThreadSummary, 'status' | 'place' | 'pausing' | 'plan'>;

/** The status with what is so of it right now: `Queued, 2nd`, `Pausing…`, `Finished, 2 open`. */
export function standingText({ status, place, pausing, plan }: Standing): string {
  if (status === 'queued' && place !== undefined) return `${statusText(status)}, ${ordinal(place)}`;
  if (status === 'running' && pausing === true) return 'Pausing…';
  return withOpen(statusText(status), openAtEnd(status, plan));
}

const RULES = new Intl.PluralRules('en', { type: 'ordinal' });
const ENDINGS: Partial<Record<Intl.LDMLPluralRule, string>> = { one: 'st', two: 'nd', few: 'rd' };

function ordinal(number: number): string {
  return `${number}${ENDINGS[RULES.select(number)] ?? 'th'}`;
}
