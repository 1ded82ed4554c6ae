import { expect, test } from 'vitest';
import { failureLine, failureText } from './failure-line.ts';

test('a failure ends as sentences do, in its lines or in one', () => {
  const failure = { code: 'many', message: 'Two match', hint: 'Name one:\n  a\n  b' };
  expect(failureText(failure)).toBe('Runlight: Two match. Name one:\n  a\n  b');
  expect(failureLine(failure)).toBe('Runlight: Two match. Name one: a b');
  expect(failureLine({ code: 'none', message: 'Is it there?' })).toBe('Runlight: Is it there?');
});
