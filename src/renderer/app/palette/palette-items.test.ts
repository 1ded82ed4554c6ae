import { expect, test } from 'vitest';
import { NO_USAGE } from '../../../shared/run/usage.ts';
import type { ThreadSummary } from '../../../shared/thread/summary.ts';
import { paletteGroups } from './palette-items.ts';

const thread = (title: string): ThreadSummary => ({
  id: title,
  title,
  createdAt: 1,
  updatedAt: 1,
  pinned: false,
  archived: false,
  status: 'finished',
  usage: NO_USAGE,
});
const threads = [thread('Second errand'), thread('First errand')];

test('a thread that fitted what was typed before is not offered for what is typed now', () => {
  const offered = (typed: string) =>
    paletteGroups(typed, [], threads, []).flatMap(({ items }) =>
      items.map((item) => item.type === 'thread' && item.thread.title),
    );
  expect(offered('')).toEqual(['Second errand', 'First errand']);
  expect(offered('FIRST')).toEqual(['First errand']);
  expect(offered('errand first')).toEqual(['First errand']);
  expect(offered('third')).toEqual([]);
});
