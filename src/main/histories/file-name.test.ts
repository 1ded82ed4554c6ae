import { expect, test } from 'vitest';
import { fileName } from './file-name.ts';

test.each([
  ['Fix the parser', 'Fix the parser.md'],
  ['a/b\\c:d*?"<>|\n e', 'a b c d e.md'],
  ['../../etc/passwd', 'etc passwd.md'],
  ['con', 'Thread.md'],
  ['...', 'Thread.md'],
  ['x\u202Egpj', 'x gpj.md'],
  ['世'.repeat(80), `${'世'.repeat(66)}.md`],
  ['😀'.repeat(80), `${'😀'.repeat(50)}.md`],
  ['ü'.repeat(300), `${'ü'.repeat(80)}.md`],
])('%j', (title, name) => {
  expect(fileName(title, '.md')).toBe(name);
});
