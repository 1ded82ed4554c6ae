import { expect, it } from 'vitest';
import { idleRun } from '../../../shared/run/live.ts';
import { headline } from './headline.ts';

const NOTHING = { live: [], entries: [] };

it('tells the step of a run at work, once there is one', () => {
  expect(headline({ status: 'running' }, NOTHING)).toBe('Working');
  expect(headline({ status: 'running', runId: 'r' }, { ...NOTHING, live: [idleRun('q', 7), idleRun('r', 4)] })).toBe(
    'Working · step 4',
  );
  expect(headline({ status: 'waiting' }, { ...NOTHING, live: [idleRun('r', 4)] })).toBe('Waiting for approval');
});

it('tells the place of a queued run, and that a run pauses', () => {
  expect(headline({ status: 'queued', place: 2 }, NOTHING)).toBe('Queued, 2nd');
  expect(headline({ status: 'running', pausing: true }, { ...NOTHING, live: [idleRun('r', 4)] })).toBe('Pausing…');
});

it('tells what a finished run left open', () => {
  expect(headline({ status: 'finished', plan: { done: 3, total: 5 } }, NOTHING)).toBe('Finished, 2 open');
  expect(headline({ status: 'finished', plan: { done: 5, total: 5 } }, NOTHING)).toBe('Finished');
  expect(headline({ status: 'failed', plan: { done: 3, total: 5 } }, NOTHING)).toBe('Failed');
});

it('tells of a run on another branch', () => {
  const side = { entryId: 'e' };
  expect(headline({ status: 'running', runId: 'r', side }, { ...NOTHING, live: [idleRun('r', 4)] })).toBe(
    'Working · step 4, on another branch',
  );
});
