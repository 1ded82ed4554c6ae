import fc from 'fast-check';
import { expect, test } from 'vitest';
import { replaceText } from './replace-text.ts';

function replace(text: string, oldText: string, newText: string, all = false) {
  return replaceText(text, { oldText, newText, all }, 'a.txt');
}

test.each([
  ['one place', 'a\nb\nc\n', 'b', 'B', 'a\nB\nc\n'],
  ['over lines', 'a\nb\nc\n', 'a\nb\n', 'x\n', 'x\nc\n'],
  ['removal', 'a\nb\nc\n', 'b\n', '', 'a\nc\n'],
  ['patterns are plain text', 'price: x', 'x', '$& $1 $$ $`', 'price: $& $1 $$ $`'],
  ['CRLF is kept', 'a\r\nb\r\nc\r\n', 'a\nb', 'x\ny\nz', 'x\r\ny\r\nz\r\nc\r\n'],
  ['CRLF within a line', 'a\r\nb\r\n', 'b', 'x\ny', 'a\r\nx\r\ny\r\n'],
  ['CRLF given as such', 'a\r\nb\r\n', 'a\r\nb', 'x\r\ny', 'x\r\ny\r\n'],
  ['CRLF in a file without', 'a\nb\n', 'a\r\nb', 'x\r\ny', 'x\ny\n'],
  ['mixed endings around stay', 'a\nb\r\nc\nd\r\n', 'b\nc', 'x\ny', 'a\nx\r\ny\nd\r\n'],
  ['from the end of a line', 'a\r\nb\r\n', '\nb', '\nx', 'a\r\nx\r\n'],
  ['the last line', 'a\r\nb', 'b', 'x\ny', 'a\r\nx\r\ny'],
  ['a byte order mark', '\uFEFFa\nb', 'a', 'x', '\uFEFFx\nb'],
])('%s', (_, text, oldText, newText, expected) => {
  expect(replace(text, oldText, newText)).toEqual({ ok: true, value: { text: expected, places: 1 } });
});

test('all places at once', () => {
  expect(replace('a.a\r\na', 'a', 'aa', true)).toEqual({ ok: true, value: { text: 'aa.aa\r\naa', places: 3 } });
});

test.each([
  ['', 'x', 'bad_edit', 'old_text is empty', 'Give the text to replace, or use write_file'],
  ['b', 'b', 'bad_edit', 'old_text and new_text are the same', 'There is nothing to change'],
  ['a\n', 'a\r\n', 'bad_edit', 'old_text and new_text are the same', 'There is nothing to change'],
  ['zzz', 'x', 'no_match', 'old_text is not in "a.txt"', 'Read the file again and copy the text exactly, as it is now'],
  [
    'if (x) {\n  go( );',
    'x',
    'no_match',
    'old_text is not in "a.txt"',
    'Only the white space differs at line 3: copy indentation and blanks exactly',
  ],
  [
    'a',
    'x',
    'several_matches',
    'old_text is in "a.txt" 2 times: lines 1, 2',
    'Add lines around it until it is the only one, or set replace_all',
  ],
])('%j → %j is refused with %s', (oldText, newText, code, message, hint) => {
  expect(replace('a\na b\n\tif (x) {\n\t\tgo( );\n', oldText, newText)).toEqual({
    ok: false,
    error: { code, message, hint },
  });
});

test('what surrounds the place stays as it is, whatever the line endings', () => {
  const pieces = (...parts: readonly string[]) =>
    fc.array(fc.constantFrom(...parts), { maxLength: 12 }).map((all) => all.join(''));
  const around = pieces('x', 'y', '\n', '\r\n', '\r', 'ü');
  fc.assert(
    fc.property(around, around, pieces('x', '\n', '\r\n', '$&'), (before, after, inserted) => {
      const result = replace(`${before}[HERE]${after}`, '[HERE]', `<${inserted}>`);
      const text = result.ok ? result.value.text : '';
      expect(text.startsWith(`${before}<`)).toBe(true);
      expect(text.endsWith(`>${after}`)).toBe(true);
      const middle = text.slice(before.length + 1, text.length - after.length - 1);
      expect(middle.replaceAll('\r\n', '\n')).toBe(inserted.replaceAll('\r\n', '\n'));
    }),
  );
});
