import { expect, test } from 'vitest';
import { canonicalText, prettyJson } from './json.ts';

const DEEP = '['.repeat(20_000) + ']'.repeat(20_000);

test('JSON is laid out to be read, and all else stays as it is', () => {
  expect(prettyJson('{"a":[1]}')).toBe('{\n  "a": [\n    1\n  ]\n}');
  expect(prettyJson('{"a":')).toBe('{"a":');
  expect(prettyJson(DEEP)).toBe(DEEP);
  const nested = '['.repeat(2000) + ']'.repeat(2000);
  expect(prettyJson(nested)).toBe(nested);
});

test('equal values have one text, however they were written down', () => {
  expect(canonicalText('{ "b": 1, "a": {"d": 2, "c": 3} }')).toBe('{"a":{"c":3,"d":2},"b":1}');
  expect(canonicalText('not JSON')).toBe('not JSON');
  expect(canonicalText(DEEP)).toBe(DEEP);
});
