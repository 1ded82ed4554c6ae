import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';

export const PARTS = ['main', 'preload', 'renderer', 'lib'] as const;
/** What is built on its own, into a folder of its name in out/. */
export type Part = (typeof PARTS)[number];

const SOURCES: Record<Part, readonly string[]> = {
  main: ['src/main', 'src/shared'],
  preload: ['src/main/electron', 'src/shared'],
  renderer: ['src/renderer', 'src/shared'],
  lib: ['src/main', 'src/shared'],
};
const ALSO = ['electron.vite.config.ts', 'package.json', 'package-lock.json'];
const RESULT: Record<Part, string> = {
  main: 'main/index.js',
  preload: 'preload/preload.cjs',
  renderer: 'renderer/index.html',
  lib: 'lib/index.js',
};

/** A hash over all that goes into `part`: contents, not times, since a checkout sets times anew. */
export function sourceHash(root: string, part: Part): string {
  const hash = createHash('sha256');
  for (const file of [
    ...SOURCES[part].flatMap((folder) => filesIn(join(root, folder))),
    ...ALSO.map((name) => join(root, name)),
  ]) {
    hash.update(`${relative(root, file)}\0`);
    hash.update(readFileSync(file));
    hash.update('\0');
  }
  return hash.digest('hex');
}

export function isStale(root: string, part: Part): boolean {
  const stamp = stampFile(root, part);
  if (!existsSync(join(root, 'out', RESULT[part])) || !existsSync(stamp)) return true;
  return readFileSync(stamp, 'utf8') !== sourceHash(root, part);
}

/** Notes that out/ holds `part` as built from the source of this hash. */
export function markBuilt(root: string, part: Part, hash: string): void {
  mkdirSync(join(root, 'out'), { recursive: true });
  writeFileSync(stampFile(root, part), hash);
}

export function markStale(root: string, part: Part): void {
  rmSync(stampFile(root, part), { force: true });
}

function stampFile(root: string, part: Part): string {
  return join(root, 'out', `.${part}-built-from`);
}

function filesIn(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}
