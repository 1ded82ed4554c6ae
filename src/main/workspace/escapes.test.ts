import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { link, mkdir, readdir, readFile, realpath, stat, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import type { Result } from '../../shared/lib/result.ts';
import { Pack } from './changes/pack.ts';
import { Snapshots } from './changes/snapshots.ts';
import { Tracker } from './changes/tracker.ts';
import { LocalWorkspace } from './local-workspace.ts';
import { tempWorkspace } from './testing/temp-workspace.ts';
import { withWaysOut } from './testing/ways-out.ts';

const onPosix = test.skipIf(process.platform === 'win32');
// Only Linux lets a program close the gap for good, see opened.ts.
const onLinux = test.skipIf(process.platform !== 'linux');
const LIST = { depth: 5, limit: 100 };
const signal = new AbortController().signal;

function code(result: Result<unknown>): string {
  return result.ok ? 'ok' : result.error.code;
}

function treeOf(folder: string): string {
  return execFileSync('find', [folder, '-ls'], { encoding: 'utf8' });
}

function everything(path: string) {
  return { pattern: { text: 'secret', literal: true, ignoreCase: false }, path, limit: 10, context: 0 };
}

const OUTSIDE = [
  '../outside/secret.txt',
  '../root2/secret.txt',
  'src/../../outside/secret.txt',
  'src/../../root2/secret.txt',
  '/etc/passwd',
  '~/secret.txt',
  'file',
  'relative',
  'folder/secret.txt',
  'folder/folder/../secret.txt',
  'parent/outside/secret.txt',
  'src/up/outside/secret.txt',
  'chain1/secret.txt',
  'dangling',
  'dangling-inside',
  'loop',
  'loop/x',
  'system/etc/passwd',
  // What is not there is answered as what is: links are no way to find out.
  'folder/not-there.txt',
  'system/not-there/x',
];

onPosix.each(OUTSIDE)('%s can neither be read, listed, searched, written nor worked in', async (path) => {
  const { workspace, outside, base } = await withWaysOut();
  const before = treeOf(base);
  const results = {
    read: await workspace.read(path),
    lines: await workspace.readLines(path, { offset: 1, limit: 10 }),
    list: await workspace.list(dirname(path) === '.' ? path : dirname(path), LIST),
    search: await workspace.search(everything(path)),
    write: await workspace.write(path, 'overwritten'),
    below: await workspace.write(`${path}/new/file.txt`, 'created'),
    run: await workspace.run('pwd', { cwd: path, timeoutMs: 10_000, signal, onOutput: () => undefined }),
  };
  const { list, ...others } = results;
  expect(new Set(Object.values(others).map(code))).toEqual(new Set(['outside_workspace']));
  // The folder that a link itself is in may be listed; nothing of what the link leads to may be in there.
  expect(JSON.stringify(list)).not.toContain('secret');
  for (const result of Object.values(results)) {
    // The path as it was given, in quotes, and nothing else of what is out there.
    const text = result.ok ? '' : `${result.error.message} ${result.error.hint}`.replace(/^"[^"]*"/, '');
    expect(text).not.toMatch(/secret|root2|passwd|outside\/|\/tmp/);
  }
  expect(treeOf(base)).toEqual(before);
  expect(await readFile(join(outside, 'secret.txt'), 'utf8')).toBe('secret');
});

onPosix('walks name links and do not follow them', async () => {
  const { workspace } = await withWaysOut();
  const listed = await workspace.list('.', LIST);
  const shown = listed.ok ? listed.value.entries.map(({ relative, kind }) => `${relative} ${kind}`) : [];
  expect(shown.filter((line) => line.endsWith('link')).length).toBe(14);
  expect(shown.filter((line) => !line.endsWith('link'))).toEqual(['inside.txt file', 'src folder', 'src/a.ts file']);
  expect(await workspace.search(everything('.'))).toMatchObject({
    value: { files: [], counts: { searched: 2, unreadable: 0 } },
  });
});

onPosix('links that stay inside are followed, also for writing', async () => {
  const { workspace, root } = await withWaysOut();
  expect(await workspace.read('good/a.ts')).toMatchObject({ value: { text: 'a' } });
  expect(code(await workspace.write('good-file', 'b'))).toBe('ok');
  expect(code(await workspace.write('good/new/c.ts', 'c'))).toBe('ok');
  expect(await readFile(join(root, 'src/a.ts'), 'utf8')).toBe('b');
  expect(await readFile(join(root, 'src/new/c.ts'), 'utf8')).toBe('c');
  expect(await realpath(join(root, 'good-file'))).toBe(join(root, 'src/a.ts'));
});

onPosix('the workspace folder may itself be a link, by either name', async () => {
  const { base, root } = await tempWorkspace({ 'a.txt': 'a' });
  await symlink(root, join(base, 'link'));
  const workspace = new LocalWorkspace({ root: join(base, 'link') });
  expect(await workspace.read('a.txt')).toMatchObject({ value: { text: 'a' } });
  expect(await workspace.read(join(base, 'link/a.txt'))).toMatchObject({ value: { text: 'a' } });
  expect(await workspace.read(join(root, 'a.txt'))).toMatchObject({ value: { text: 'a' } });
  expect(code(await workspace.read(join(base, 'b.txt')))).toBe('outside_workspace');
});

onPosix('a link that is turned elsewhere later does not move the workspace', async () => {
  const { base, root } = await tempWorkspace({ 'a.txt': 'inside' });
  await mkdir(join(base, 'other'));
  await writeFile(join(base, 'other/a.txt'), 'other');
  await symlink(root, join(base, 'link'));
  const workspace = new LocalWorkspace({ root: join(base, 'link') });
  expect(code(await workspace.check())).toBe('ok');
  execFileSync('ln', ['-sfn', join(base, 'other'), join(base, 'link')]);
  expect(await workspace.read('a.txt')).toMatchObject({ value: { text: 'inside' } });
});

onPosix('a hard link to a file outside is replaced, not written through', async () => {
  const { base, root, workspace } = await tempWorkspace();
  await writeFile(join(base, 'original.txt'), 'original');
  await link(join(base, 'original.txt'), join(root, 'hard.txt'));
  expect(code(await workspace.write('hard.txt', 'changed'))).toBe('ok');
  expect(await readFile(join(base, 'original.txt'), 'utf8')).toBe('original');
  expect(await readFile(join(root, 'hard.txt'), 'utf8')).toBe('changed');
});

onPosix('pipes and devices are refused without waiting for them', async () => {
  const { root, workspace } = await tempWorkspace();
  execFileSync('/bin/sh', ['-c', 'mkfifo "$0"', join(root, 'pipe')]);
  const results = [
    await workspace.read('pipe'),
    await workspace.readLines('pipe', { offset: 1, limit: 1 }),
    await workspace.write('pipe', 'x'),
    await workspace.search(everything('pipe')),
  ];
  expect(results.map(code)).toEqual(['not_a_file', 'not_a_file', 'not_a_file', 'not_a_file']);
  expect(await workspace.search(everything('.'))).toMatchObject({ value: { end: 'complete' } });
  expect((await stat(join(root, 'pipe'))).isFIFO()).toBe(true);
});

test.each(['.git/hooks/pre-commit', '.git/config', '.GIT/config', 'sub/.git/config', 'git-link/config'])(
  '%s is not written: Git would run what it names',
  async (path) => {
    const { root, workspace } = await tempWorkspace({ '.git/config': '[core]', 'sub/a': '' });
    await symlink('.git', join(root, 'git-link'), 'junction');
    expect(code(await workspace.write(path, 'x'))).toBe('protected_path');
    expect(await readFile(join(root, '.git/config'), 'utf8')).toBe('[core]');
  },
);

let swapper: ChildProcess | undefined;
afterEach(async () => {
  if (swapper === undefined || swapper.exitCode !== null || swapper.signalCode !== null) return;
  swapper.kill('SIGKILL');
  await once(swapper, 'exit');
});

/** Turns `place` from a folder or file into a link that leads out and back, as fast as it can. */
async function startSwapping(place: string, target: string): Promise<void> {
  const script = `
    const fs = require('node:fs');
    const [place, target] = process.argv.slice(1);
    const [real, link] = [place + '.real', place + '.link'];
    fs.symlinkSync(target, link);
    process.stdout.write('swapping');
    for (;;) {
      try {
        fs.renameSync(place, real);
        fs.renameSync(link, place);
        fs.renameSync(place, link);
        fs.renameSync(real, place);
      } catch {
        restore();
      }
    }
    // Someone wrote to the place while nothing was there, and may do so again.
    function restore() {
      try {
        if (fs.existsSync(real)) {
          fs.rmSync(place, { recursive: true, force: true });
          fs.renameSync(real, place);
        }
        fs.rmSync(link, { force: true });
        fs.symlinkSync(target, link);
      } catch {
        restore();
      }
    }`;
  const child = spawn(process.execPath, ['-e', script, place, target], { stdio: ['ignore', 'pipe', 'inherit'] });
  swapper = child;
  await once(child.stdout, 'data');
}

const LONG = process.env.RUNLIGHT_LONG !== undefined;
const ENOUGH = LONG ? 400 : 40;
if (LONG) vi.setConfig({ testTimeout: 600_000 });

/** Tries until there were enough of both: tries that came through, and tries that were refused. */
async function tryOften(act: () => Promise<Result<unknown>>): Promise<void> {
  const seen = { ok: 0, refused: 0 };
  for (let round = 0; round < 500 * ENOUGH && Math.min(seen.ok, seen.refused) < ENOUGH; round += 1) {
    seen[(await act()).ok ? 'ok' : 'refused'] += 1;
  }
  expect(seen.ok).toBeGreaterThanOrEqual(ENOUGH);
  expect(seen.refused).toBeGreaterThanOrEqual(ENOUGH);
}

onLinux('a folder that becomes a link in mid-read lets nothing out', async () => {
  const { root, outside, workspace, put } = await withWaysOut();
  await put({ 'swap/secret.txt': 'inside' });
  await startSwapping(join(root, 'swap'), outside);
  const read = new Set<string>();
  await tryOften(async () => {
    const result = await workspace.read('swap/secret.txt');
    if (result.ok) read.add(result.value.text);
    const listed = await workspace.list('swap', { depth: 1, limit: 10 });
    if (listed.ok) for (const { relative } of listed.value.entries) read.add(relative);
    return result;
  });
  expect(read).toEqual(new Set(['inside', 'swap/secret.txt']));
});

onLinux('a folder that becomes a link in mid-write sends nothing out', async () => {
  const { root, outside, workspace, put } = await withWaysOut();
  await put({ 'swap/secret.txt': 'inside', 'swap/folder/secret.txt': 'inside' });
  await writeFile(join(outside, 'folder/secret.txt'), 'secret');
  const before = treeOf(outside);
  await startSwapping(join(root, 'swap'), outside);
  let round = 0;
  await tryOften(() => workspace.write(`swap/new${(round += 1)}/secret.txt`, 'written'));
  await tryOften(() => workspace.write('swap/secret.txt', 'written'));
  await tryOften(() => workspace.write('swap/folder/secret.txt', 'written'));
  expect(treeOf(outside)).toEqual(before);
  expect(await readFile(join(outside, 'secret.txt'), 'utf8')).toBe('secret');
});

onLinux('a file that becomes a link in mid-read lets nothing out', async () => {
  const { root, outside, workspace, put } = await withWaysOut();
  await put({ 'swap.txt': 'inside' });
  await startSwapping(join(root, 'swap.txt'), join(outside, 'secret.txt'));
  const read = new Set<string>();
  await tryOften(async () => {
    const result = await workspace.read('swap.txt');
    if (result.ok) read.add(result.value.text);
    return result;
  });
  expect(read).toEqual(new Set(['inside']));
});

onLinux('a folder that becomes a link in mid-revert sends nothing out', async () => {
  const { base, root, outside, workspace, put } = await withWaysOut();
  await put({ 'swap/secret.txt': 'inside' });
  const snapshots = new Snapshots(join(base, 'kept'), { durable: false });
  const to = await snapshots.keepBytes(Buffer.from('reverted'));
  const before = treeOf(outside);
  await startSwapping(join(root, 'swap'), outside);
  await tryOften(() => workspace.restore('swap/secret.txt', { to, snapshots }));
  expect(treeOf(outside)).toEqual(before);
  expect(await readFile(join(outside, 'secret.txt'), 'utf8')).toBe('secret');
  expect(await keptIn(snapshots)).not.toContain('secret');
});

onLinux('a folder that becomes a link while it is compared has nothing of outside kept', async () => {
  const { base, root, outside, put } = await withWaysOut();
  await put({ 'swap/secret.txt': 'inside' });
  const kept = new Snapshots(join(base, 'kept'), { durable: false });
  const pack = join(base, 'pack');
  const limits = { scanMs: 10_000, keepMs: 10_000 };
  const tracker = new Tracker({ named: root, real: root }, kept, new Pack(pack));
  await startSwapping(join(root, 'swap'), outside);
  let changed = 0;
  const enough = ENOUGH / 4;
  for (let round = 0; round < 50 * enough && changed < enough; round += 1) {
    await tracker.before(limits);
    changed += (await tracker.after(limits)).files.length;
  }
  expect(changed).toBeGreaterThanOrEqual(enough);
  tracker.close();
  expect(await keptIn(kept)).not.toContain('secret');
  expect((await readFile(pack, 'utf8')).replaceAll('secret.txt', '')).not.toContain('secret');
});

async function keptIn({ folder }: Snapshots): Promise<readonly string[]> {
  const names = await readdir(folder).catch(() => []);
  return Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
}
