import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '..');
const read = (name: string): unknown => JSON.parse(readFileSync(resolve(root, name), 'utf8'));

test('better-sqlite3 is installed as it comes, without a compiler', () => {
  const { packages } = read('package-lock.json') as { packages: Record<string, { gypfile?: boolean }> };
  // npm install drops this line; without it npm runs node-gyp, which needs Python and a compiler. Put it back by hand.
  expect(packages['node_modules/better-sqlite3']?.gypfile).toBe(false);
});

test('every package is named by an exact version', () => {
  const { dependencies, devDependencies } = read('package.json') as Record<string, Record<string, string>>;
  for (const version of Object.values({ ...dependencies, ...devDependencies })) {
    expect(version).toMatch(/^(npm:(@[\w-]+\/)?[\w-]+@)?\d+\.\d+\.\d+$/);
  }
});
