import { expect, test } from 'vitest';
import { completeMention, mentionAt } from './mention.ts';

test.each([
  ['@', 1, { start: 0, query: '' }],
  ['see @src/a', 10, { start: 4, query: 'src/a' }],
  ['see @src/a now', 10, { start: 4, query: 'src/a' }],
  ['see @src/a now', 14, undefined],
  ['me@example.com', 14, undefined],
  ['plain', 5, undefined],
])('%s, caret at %d', (text, caret, expected) => {
  expect(mentionAt(text, caret)).toEqual(expected);
});

test('a mention is completed where it stands', () => {
  expect(completeMention('see @pr now', { start: 4, query: 'pr' }, 'src/price.js')).toEqual({
    text: 'see @src/price.js now',
    caret: 18,
  });
});
