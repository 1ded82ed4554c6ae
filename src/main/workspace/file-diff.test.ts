import { applyPatch } from 'diff';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fileDiff } from './file-diff.ts';

function numbered(length: number, line: (index: number) => string): string {
  return Array.from({ length }, (_, index) => `${line(index)}\n`).join('');
}

test('a change comes with its surroundings', () => {
  const before = numbered(10, (index) => `line ${index}`);
  expect(fileDiff(before, before.replace('line 5', 'five'))).toEqual({
    diff: '@@ -3,7 +3,7 @@\n line 2\n line 3\n line 4\n-line 5\n+five\n line 6\n line 7\n line 8\n',
    added: 1,
    removed: 1,
  });
});

test.each([
  ['', 'a\nb\n', '@@ -0,0 +1,2 @@\n+a\n+b\n', 2, 0],
  ['a\n', '', '@@ -1,1 +0,0 @@\n-a\n', 0, 1],
  ['a\n', 'a', '@@ -1,1 +1,1 @@\n-a\n+a\n\\ No newline at end of file\n', 1, 1],
])('from %j to %j', (before, after, diff, added, removed) => {
  expect(fileDiff(before, after)).toEqual({ diff, added, removed });
});

test('where too much changed, the changed part is one block', () => {
  const before = `first\n${numbered(2000, (index) => `old ${index}`)}last\n`;
  const after = `first\n${numbered(1500, (index) => `new ${index}`)}last\n`;
  const { diff, added, removed } = fileDiff(before, after);
  expect({ added, removed }).toEqual({ added: 1500, removed: 2000 });
  expect(diff.startsWith('@@ -2,2000 +2,1500 @@\n-old 0\n')).toBe(true);
  expect(applyPatch(before, withHeader(diff))).toBe(after);
});

test('large texts are counted only', () => {
  const before = numbered(40_000, (index) => `line ${index}`);
  const counts = (after: string) => fileDiff(before, after);
  expect(counts(`${before}more\n`)).toEqual({ diff: '', added: 1, removed: 0 });
  expect(counts(`${before}more`)).toEqual({ diff: '', added: 1, removed: 0 });
  expect(counts(`more\n${before}`)).toEqual({ diff: '', added: 1, removed: 0 });
  expect(counts(before.replace('line 20000\n', 'changed\nin two\n'))).toEqual({ diff: '', added: 2, removed: 1 });
  expect(counts(before.replace('line 10\n', '').replace('line 20\n', ''))).toEqual({ diff: '', added: 9, removed: 11 });
  expect(counts(before.replace('line 20000\n', 'line 20000\nline 20000\n'))).toEqual({
    diff: '',
    added: 1,
    removed: 0,
  });
  expect(counts('')).toEqual({ diff: '', added: 0, removed: 40_000 });
});

test('every diff leads from one text to the other', () => {
  const text = fc
    .array(fc.constantFrom('a\n', 'b\n', '\n', 'c\r\n', 'd'), { maxLength: 30 })
    .map((all) => all.join(''));
  fc.assert(
    fc.property(text, text, (before, after) => {
      const { diff } = fileDiff(before, after);
      expect(diff === '' ? before : applyPatch(before, withHeader(diff), { autoConvertLineEndings: false })).toBe(
        after,
      );
    }),
  );
});

function withHeader(diff: string): string {
  return `--- a\n+++ b\n${diff}`;
}
