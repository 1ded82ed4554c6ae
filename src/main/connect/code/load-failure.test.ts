import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { readFailure } from './load-failure.ts';

const folder = mkdtempSync(join(tmpdir(), 'runlight-failure-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** What Node says of a file that loads this one. */
function failureOf(name: string, text: string) {
  const file = join(folder, name);
  writeFileSync(file, text);
  const loader = join(folder, 'loader.mjs');
  writeFileSync(loader, `console.error('Loading');\nawait import(${JSON.stringify(file)});\n`);
  const { stderr } = spawnSync(process.execPath, [loader], { encoding: 'utf8' });
  const { file: where, ...failure } = readFailure(stderr, 'It ended');
  return { ...failure, file: where?.replace(folder, '') };
}

test('an error of TypeScript, with its place and the lines around it', () => {
  expect(failureOf('a.ts', 'const a: number = 1;\nexport const x = ;\nexport const y = a;\n')).toEqual({
    message: 'Expression expected',
    file: '/a.ts',
    line: 2,
    column: 18,
    excerpt: '  1 | const a: number = 1;\n> 2 | export const x = ;\n  3 | export const y = a;\n  4 | ',
  });
  expect(failureOf('enum.ts', 'enum A { B }\nexport const a = A.B;\n')).toMatchObject({
    message: 'TypeScript enum is not supported in strip-only mode',
    file: '/enum.ts',
    line: 1,
  });
});

test('an error of JavaScript', () => {
  expect(failureOf('b.mjs', 'export const x = ;\n')).toMatchObject({
    message: "Unexpected token ';'",
    file: '/b.mjs',
    line: 1,
    column: 18,
  });
});

test('a name that a module does not have, and a module that is not there', () => {
  expect(failureOf('c.ts', "\nimport { nothing } from 'node:path';\nnothing();\n")).toMatchObject({
    message: "The requested module 'node:path' does not provide an export named 'nothing'",
    file: '/c.ts',
    line: 2,
  });
  expect(failureOf('d.ts', "\nimport { x } from './gone.ts';\nx();\n")).toMatchObject({
    message: expect.stringContaining('Cannot find module'),
    file: '/d.ts',
    line: 2,
  });
  expect(failureOf('e.ts', "import x from 'no-such-package';\nx();\n")).toMatchObject({ file: '/e.ts', line: 1 });
});

test('what the code throws, where it does', () => {
  const text = "function fail(): void {\n  throw new Error('boom');\n}\nfail();\n";
  expect(failureOf('f.ts', text)).toMatchObject({ message: 'boom', file: '/f.ts', line: 2 });
  expect(failureOf('g.ts', 'const a: unknown = null;\n(a as { b: number }).b.toFixed();\n')).toMatchObject({
    message: "TypeError: Cannot read properties of null (reading 'b')",
    file: '/g.ts',
    line: 2,
  });
});

test('an end without a word is told as such', () => {
  expect(failureOf('h.ts', 'process.exit(3);\n')).toEqual({ message: 'It ended', file: undefined });
  expect(readFailure('', 'The code ended by itself (exit code 3)')).toEqual({
    message: 'The code ended by itself (exit code 3)',
  });
});
