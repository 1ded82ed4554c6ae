import { expect, test } from 'vitest';
import { jsonAnswer } from './json-answer.ts';

test('an answer that is JSON is laid out; words, and what only begins like JSON, are not', () => {
  expect(jsonAnswer(' {"name":"Ada","ages":[36]}\n')).toBe('{\n  "name": "Ada",\n  "ages": [\n    36\n  ]\n}');
  expect(jsonAnswer('[1]')).toBe('[\n  1\n]');
  for (const text of ['36', '"Ada"', '[see below](#a)', '{"name": "Ad', 'The answer: {}']) {
    expect(jsonAnswer(text)).toBeUndefined();
  }
});
