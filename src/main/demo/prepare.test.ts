import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { must } from '../../shared/lib/assert.ts';
import { cmdShim, shellShim } from './node-shim.ts';
import { nodeFolder, prepareDemo } from './prepare.ts';

const resources = join(import.meta.dirname, '../../../resources');
let home = '';

beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), "runlight's demo "));
});

afterEach(() => rm(home, { recursive: true, force: true }));

async function prepare(id: string, execPath = process.execPath): Promise<string> {
  const demo = await prepareDemo({ resources, home, id, execPath });
  return must(demo.ok ? demo.value : undefined, 'demo');
}

/** With no Node on PATH but the demo's own. */
async function run(root: string, command: string): Promise<{ code: number; stdout: string }> {
  const env = { PATH: [nodeFolder(home), '/usr/bin', '/bin'].join(delimiter) };
  const done = await promisify(execFile)('/bin/sh', ['-c', command], { cwd: root, env }).catch(
    (error: unknown) => error,
  );
  const { code = 0, stdout } = done as { code?: number; stdout: string };
  return { code, stdout };
}

test('the sample project fails its check on a real bug, and passes once it is fixed', async () => {
  const demo = await prepare('1');
  expect(demo).toBe(join(home, 'workspaces', 'demo-1'));
  const before = await run(demo, 'node check.mjs');
  expect(before.code).toBe(1);
  expect(before.stdout.split('\n').filter((line) => line.startsWith('WRONG'))).toEqual([
    'WRONG twice the people need twice the flour: got 1, expected 4',
    'WRONG half the people need half the flour: got 4, expected 1',
  ]);
  const file = join(demo, 'src/scale.js');
  const text = await readFile(file, 'utf8');
  await writeFile(file, text.replace('recipe.servings / servings', 'servings / recipe.servings'));
  const after = await run(demo, 'node check.mjs');
  expect(after.code).toBe(0);
  expect(after.stdout).toContain('All 7 checks pass.');
});

test('each demo has a copy of its own, and they share a node', async () => {
  const [first, second] = await Promise.all([prepare('1'), prepare('2')]);
  await writeFile(join(first, 'check.mjs'), 'console.log("changed")');
  expect((await run(first, 'node check.mjs')).stdout).toBe('changed\n');
  expect((await run(second, 'node check.mjs')).stdout).toContain('2 of 7 checks fail.');
  expect(await readdir(nodeFolder(home))).toEqual(['node', 'node.cmd']);
});

test('node runs the program it is told to, wherever that is, and passes arguments and exit codes on', async () => {
  const program = join(home, "it's $HOME & more");
  await symlink(process.execPath, program);
  const demo = await prepare('1', program);
  const code = 'console.log(process.env.ELECTRON_RUN_AS_NODE, process.argv[1]); process.exitCode = 3';
  expect(await run(demo, `node -e '${code}' 'two words' && echo no`)).toEqual({ code: 3, stdout: '1 two words\n' });
});

test('the shims say what they should', () => {
  expect(shellShim('/opt/it’s/run')).toBe('#!/bin/sh\nELECTRON_RUN_AS_NODE=1 exec \'/opt/it’s/run\' "$@"\n');
  expect(cmdShim('C:\\100%\\Runlight.exe')).toBe(
    '@setlocal\r\n@set ELECTRON_RUN_AS_NODE=1\r\n@"C:\\100%%\\Runlight.exe" %*\r\n',
  );
  expect(cmdShim('C:\\Jörg\\Runlight.exe')).toMatch(/^@chcp 65001 >nul\r\n@setlocal\r\n/);
});

test('a copy that cannot be made is told, and leaves nothing behind', async () => {
  await writeFile(join(home, 'workspaces'), 'a file in the way');
  const demo = await prepareDemo({ resources, home, id: '1', execPath: process.execPath });
  expect(demo).toMatchObject({ ok: false, error: { code: 'demo_not_ready' } });
});
