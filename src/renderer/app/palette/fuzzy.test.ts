import { expect, test } from 'vitest';
import { fuzzyScore } from './fuzzy.ts';

const LABELS = [
  'New run',
  'Run the demo',
  'Rename the thread',
  'Export: Thread as JSON',
  'Theme: dark',
  'Show threads',
];

function ranked(typed: string): readonly string[] {
  return LABELS.map((label) => ({ label, score: fuzzyScore(typed, label) }))
    .filter(({ score }) => score !== undefined)
    .sort((a, b) => (b.score ?? 0) - (a.score ?? 0))
    .map(({ label }) => label);
}

test('what was typed stands in the label, letter by letter, best first', () => {
  expect(ranked('run')).toEqual(['Run the demo', 'New run']);
  expect(ranked('json')).toEqual(['Export: Thread as JSON']);
  expect(ranked('etj')[0]).toBe('Export: Thread as JSON');
  expect(ranked('dark')).toEqual(['Theme: dark']);
  expect(ranked('thread')[0]).toBe('Show threads');
  expect(ranked('xyz')).toEqual([]);
  expect(ranked('')).toEqual(LABELS);
});
