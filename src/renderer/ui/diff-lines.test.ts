import { expect, test } from 'vitest';
import { diffLines } from './diff-lines.ts';

test('a diff is read with the line numbers of both sides', () => {
  const diff =
    '@@ -3,3 +3,3 @@ function price() {\n const a = 1;\n-return a;\n+return a * 2;\n\n\\ No newline at end of file\n';
  expect(diffLines(diff)).toEqual([
    { type: 'hunk', text: '@@ -3,3 +3,3 @@ function price() {' },
    { type: 'same', text: 'const a = 1;', before: 3, after: 3 },
    { type: 'removed', text: 'return a;', before: 4 },
    { type: 'added', text: 'return a * 2;', after: 4 },
    { type: 'same', text: '', before: 5, after: 5 },
    { type: 'hunk', text: 'No newline at end of file' },
  ]);
});

test('an empty diff has no lines', () => {
  expect(diffLines('')).toEqual([]);
});
