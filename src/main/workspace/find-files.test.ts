import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { findFiles } from './find-files.ts';
import { LocalWorkspace } from './local-workspace.ts';

const root = mkdtempSync(join(tmpdir(), 'runlight-find-'));
for (const path of [
  'src/price.js',
  'src/price-list.js',
  'docs/prices/readme.md',
  'lib/p-r-i-c-e.txt',
  'node_modules/price.js',
]) {
  mkdirSync(join(root, path, '..'), { recursive: true });
  writeFileSync(join(root, path), '');
}
afterAll(() => rmSync(root, { recursive: true }));

test('the best comes first: by its name, by its path, by its letters', async () => {
  const workspace = new LocalWorkspace({ root });
  const all = ['src/price.js', 'src/price-list.js', 'docs/prices/readme.md', 'lib/p-r-i-c-e.txt'];
  expect(await findFiles(workspace, 'PRICE')).toEqual({ ok: true, value: all });
  expect(await findFiles(workspace, 'nothing')).toEqual({ ok: true, value: [] });
  expect(await findFiles(new LocalWorkspace({ root: join(root, 'gone') }), '')).toMatchObject({ ok: false });
});
