import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { codeFiles } from './code-files.ts';

const folder = mkdtempSync(join(tmpdir(), 'runlight-code-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('a path stands for itself or for the code in it; one that has gone says so', () => {
  for (const name of ['b.ts', 'a.mjs', 'a.test.ts', 'types.d.ts', 'notes.md']) writeFileSync(join(folder, name), '');
  mkdirSync(join(folder, 'deeper.ts'));
  expect(codeFiles(folder)).toEqual([join(folder, 'a.mjs'), join(folder, 'b.ts')]);
  expect(codeFiles(join(folder, 'notes.md'))).toEqual([join(folder, 'notes.md')]);
  expect(() => codeFiles(join(folder, 'gone.ts'))).toThrow(`There is no file or folder ${join(folder, 'gone.ts')}`);
});
