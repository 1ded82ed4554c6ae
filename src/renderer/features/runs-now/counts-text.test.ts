import { expect, test } from 'vitest';
import { countsText } from './counts-text.ts';

test('what there is none of is left out', () => {
  expect(countsText({ running: 3, waiting: 1, queued: 2, paused: 0 })).toBe('3 running, 1 waiting for you, 2 queued');
  expect(countsText({ running: 0, waiting: 0, queued: 0, paused: 2 })).toBe('2 paused');
});
