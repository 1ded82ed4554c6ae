import { expect, test } from 'vitest';
import { globMatcher } from './glob.ts';

test.each([
  ['*.ts', ['a.ts', 'src/a.ts', '.x.ts'], ['a.tsx', 'a.ts/b']],
  ['src/*.ts', ['src/a.ts'], ['src/b/a.ts', 'lib/src/a.ts']],
  ['./src/*.ts', ['src/a.ts'], ['a.ts']],
  ['src/**/*.{ts,tsx}', ['src/a.ts', 'src/b/c/a.tsx'], ['src/a.js', 'a.ts']],
  ['**/test/**', ['test/a', 'x/test/y/z'], ['tests/a', 'test']],
  ['src/**', ['src/a', 'src/a/b'], ['src2/a']],
  ['?.md', ['a.md', 'x/b.md'], ['ab.md', '.md']],
  ['[a-c]?.txt', ['a1.txt', 'cx.txt'], ['d1.txt', 'a/.txt']],
  ['[!a].txt', ['b.txt'], ['a.txt', '/.txt']],
  ['[^a].txt', ['b.txt'], ['a.txt']],
  ['{a,b{1,2}}.c', ['a.c', 'b2.c'], ['b.c', 'a,b.c']],
  ['a+(b).c', ['a+(b).c'], ['aab.c']],
  ['\\*.c', ['*.c'], ['a.c']],
  ['[a', ['[a'], ['a']],
  ['{a', ['{a'], ['a']],
])('%s', (glob, matching, others) => {
  const matches = globMatcher(glob);
  expect(matching.filter((path) => !matches(path))).toEqual([]);
  expect(others.filter((path) => matches(path))).toEqual([]);
});
