import { expect, test } from 'vitest';
import { standingText } from './status-text.ts';

test.each([
  [{ status: 'queued', place: 1 }, 'Queued, 1st'],
  [{ status: 'queued', place: 2 }, 'Queued, 2nd'],
  [{ status: 'queued', place: 3 }, 'Queued, 3rd'],
  [{ status: 'queued', place: 11 }, 'Queued, 11th'],
  [{ status: 'queued', place: 42 }, 'Queued, 42nd'],
  [{ status: 'queued' }, 'Queued'],
  [{ status: 'running', pausing: true }, 'Pausing…'],
  [{ status: 'waiting', pausing: true }, 'Waiting for approval'],
  [{ status: 'paused' }, 'Paused'],
  [{ status: 'finished', plan: { done: 3, total: 5 } }, 'Finished, 2 open'],
  [{ status: 'finished', plan: { done: 5, total: 5 } }, 'Finished'],
  [{ status: 'failed', plan: { done: 3, total: 5 } }, 'Failed'],
] as const)('%j reads %s', (standing, text) => {
  expect(standingText(standing)).toBe(text);
});
