import { expect, test } from 'vitest';
import { compile, matchLines } from './line-matches.ts';

function match(text: string, pattern: string, { context = 0, limit = 100, literal = false, ignoreCase = false } = {}) {
  const expression = compile({ text: pattern, literal, ignoreCase });
  if (!expression.ok) return expression.error;
  const { count, lines } = matchLines(text, expression.value, { context, limit });
  return [count, ...lines.map(({ number, text, isMatch }) => `${number}${isMatch ? ':' : '-'}${text}`)];
}

const TEXT = 'one\ntwo\nthree\nfour\nfive\nsix\nseven\n';

test.each([
  ['e$', {}, [3, '1:one', '3:three', '5:five']],
  ['^t', { context: 1 }, [2, '1-one', '2:two', '3:three', '4-four']],
  ['one|six', { context: 1 }, [2, '1:one', '2-two', '5-five', '6:six', '7-seven']],
  ['o', { limit: 2 }, [3, '1:one', '2:two']],
  ['THREE', { ignoreCase: true }, [1, '3:three']],
  ['^$', {}, [0]],
  ['t.*', { literal: true }, [0]],
])('%s %j', (pattern, options, expected) => {
  expect(match(TEXT, pattern, options)).toEqual(expected);
});

test.each([
  ['a.b (c)\naxb', 'a.b (', { literal: true }, [1, '1:a.b (c)']],
  ['a-b', 'a\\-b', {}, [1, '1:a-b']],
  ['größe', '^\\p{L}+$', {}, [1, '1:größe']],
  ['a\r\nb\r\n', 'a$', {}, [1, '1:a']],
  ['\uFEFFfirst', '^first', {}, [1, '1:first']],
  ['a\n\nb', '^$', {}, [1, '2:']],
])('in %j, %s finds what it should', (text, pattern, options, expected) => {
  expect(match(text, pattern, options)).toEqual(expected);
});

test('a broken pattern says what to do', () => {
  expect(match('', '(')).toEqual({
    code: 'bad_pattern',
    message: 'Invalid regular expression: /(/: Unterminated group',
    hint: 'Use JavaScript syntax, or set literal to find the text as it stands',
  });
});

test('of a long line the part around the match is shown', () => {
  const [, line] = match(`${'a'.repeat(500)}needle${'b'.repeat(500)}`, 'needle') as readonly string[];
  expect(line).toBe(`1:…${'a'.repeat(80)}needle${'b'.repeat(214)}…`);
});
