import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { isStale, markBuilt, markStale, PARTS, sourceHash } from './parts.ts';

let root: string;

function write(file: string, text = file): void {
  mkdirSync(dirname(join(root, file)), { recursive: true });
  writeFileSync(join(root, file), text);
}

function stale(): readonly string[] {
  return PARTS.filter((part) => isStale(root, part));
}

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'runlight-parts-'));
  for (const file of [
    'package.json',
    'package-lock.json',
    'electron.vite.config.ts',
    'src/shared/a.ts',
    'src/main/b.ts',
    'src/main/electron/c.ts',
    'src/renderer/d.tsx',
    'out/main/index.js',
    'out/preload/preload.cjs',
    'out/renderer/index.html',
    'out/lib/index.js',
  ]) {
    write(file);
  }
  expect(stale()).toEqual(['main', 'preload', 'renderer', 'lib']);
  for (const part of PARTS) markBuilt(root, part, sourceHash(root, part));
  expect(stale()).toEqual([]);
});

afterEach(() => rmSync(root, { recursive: true }));

test.each([
  ['src/shared/a.ts', ['main', 'preload', 'renderer', 'lib']],
  ['package-lock.json', ['main', 'preload', 'renderer', 'lib']],
  ['electron.vite.config.ts', ['main', 'preload', 'renderer', 'lib']],
  ['src/main/b.ts', ['main', 'lib']],
  ['src/main/electron/c.ts', ['main', 'preload', 'lib']],
  ['src/renderer/d.tsx', ['renderer']],
  ['src/renderer/new/e.css', ['renderer']],
  ['src/main/b.test.ts', []],
  ['README.md', []],
])('a change of %s makes %j stale', (file, parts) => {
  write(file, 'changed');
  expect(stale()).toEqual(parts);
});

test('times do not count, contents do', () => {
  utimesSync(join(root, 'src/main/b.ts'), new Date(), new Date());
  expect(stale()).toEqual([]);
  write('src/main/b.ts', 'other');
  write('src/main/b.ts');
  expect(stale()).toEqual([]);
});

test('what is missing or was built otherwise is stale', () => {
  rmSync(join(root, 'out/renderer/index.html'));
  markStale(root, 'main');
  expect(stale()).toEqual(['main', 'renderer']);
});

test('a file that moved is a change', () => {
  rmSync(join(root, 'src/main/b.ts'));
  write('src/main/z.ts', 'src/main/b.ts');
  expect(stale()).toEqual(['main', 'lib']);
});
