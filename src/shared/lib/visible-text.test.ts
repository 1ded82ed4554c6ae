import { expect, test } from 'vitest';
import { codedText, visibleText } from './visible-text.ts';

test.each([
  ['plain text', 'a\tb\nc é 日本 👍🏽', 'a\tb\nc é 日本 👍🏽'],
  ['colours', '\u001b[1;31mred\u001b[0m \u001b]8;;https://e.org\u0007link\u001b]8;;\u0007', 'red link'],
  ['a progress line', '10%\r50%\r100%\ndone\r\n', '100%\ndone\n'],
  ['control characters', 'a\u0000b\u0007c\u007fd', 'a<U+0000>b<U+0007>c<U+007F>d'],
  ['turned text', 'safe\u202egnp.exe\u200b', 'safe<U+202E>gnp.exe<U+200B>'],
])('%s', (_name, text, shown) => {
  expect(visibleText(text)).toBe(shown);
});

test('in words no control character is obeyed, or left out', () => {
  expect(codedText('safe\u202ea\rb\u001b[31mred\u001b[0m\u0007\ttab\nline')).toBe(
    'safe<U+202E>a<U+000D>b<U+001B>[31mred<U+001B>[0m<U+0007>\ttab\nline',
  );
});
