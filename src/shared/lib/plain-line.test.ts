import { expect, test } from 'vitest';
import { plainLine, plainText } from './plain-line.ts';

test.each([
  ['\n\n## What was asked\n\nA discount.', 'What was asked'],
  ['A discount as a **percent** of `total`.', 'A discount as a percent of total.'],
  ['See [the notes](notes.md) of __init__', 'See the notes of __init__'],
  ['2 ** 3 and 4 ** 5, #1, `', '2 ** 3 and 4 ** 5, #1, `'],
  ['', ''],
])('%j reads %j', (markdown, line) => {
  expect(plainLine(markdown)).toBe(line);
});

test('a whole text reads as one line, without the fences of code', () => {
  expect(plainText('## Done\n\nAll of **it**:\n\n```ts\nconst a = 2;\n```\n')).toBe('Done All of it: const a = 2;');
});
