import { chmod, mkdir, readFile, readlink, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Result } from '../../../shared/lib/result.ts';
import { tempWorkspace } from '../testing/temp-workspace.ts';
import { Snapshots } from './snapshots.ts';

const onPosix = test.skipIf(process.platform === 'win32');

async function withSnapshots(files: Readonly<Record<string, string>> = {}) {
  const made = await tempWorkspace(files);
  const snapshots = new Snapshots(join(made.base, 'kept'), { durable: true });
  const keep = (text: string, traits = {}) => snapshots.keepBytes(Buffer.from(text), traits);
  const read = (path: string) => readFile(join(made.root, path), 'utf8');
  return { ...made, snapshots, keep, read };
}

function code(result: Result<unknown>): string {
  return result.ok ? 'ok' : result.error.code;
}

test('what was kept comes back, and what it replaces is kept as well', async () => {
  const { workspace, snapshots, keep, read } = await withSnapshots({ 'a/b.txt': 'new' });
  const [old, now] = [await keep('old'), await keep('new')];
  const restored = await workspace.restore('a/b.txt', { to: old, expected: now, snapshots });
  expect(restored).toEqual({ ok: true, value: { path: 'a/b.txt', before: now, after: old } });
  expect(await read('a/b.txt')).toBe('old');
  expect(await workspace.restore('a/b.txt', { to: now, expected: old, snapshots })).toMatchObject({ ok: true });
  expect(await read('a/b.txt')).toBe('new');
});

test('a file that was added goes, one that was deleted comes back with its folders', async () => {
  const { workspace, snapshots, keep, read, root } = await withSnapshots({ 'added.txt': 'new' });
  const [old, added] = [await keep('old'), await keep('new')];
  expect(code(await workspace.restore('added.txt', { to: null, expected: added, snapshots }))).toBe('ok');
  await expect(stat(join(root, 'added.txt'))).rejects.toThrow('ENOENT');
  expect(code(await workspace.restore('gone/deep/a.txt', { to: old, expected: null, snapshots }))).toBe('ok');
  expect(await read('gone/deep/a.txt')).toBe('old');
  expect(code(await workspace.restore('never/there.txt', { to: null, expected: null, snapshots }))).toBe('ok');
  await expect(stat(join(root, 'never'))).rejects.toThrow('ENOENT');
});

test('what was changed since stays, unless that is wanted; then it can be undone', async () => {
  const { workspace, snapshots, keep, read } = await withSnapshots({ 'a.txt': 'by hand' });
  const [old, now] = [await keep('old'), await keep('new')];
  expect(await workspace.restore('a.txt', { to: old, expected: now, snapshots })).toMatchObject({
    error: { code: 'changed', message: '"a.txt" was changed again since' },
  });
  expect(await read('a.txt')).toBe('by hand');
  const forced = await workspace.restore('a.txt', { to: old, snapshots });
  expect(await read('a.txt')).toBe('old');
  expect(forced).toMatchObject({ ok: true });
  if (forced.ok)
    expect(await workspace.restore('a.txt', { to: forced.value.before, snapshots })).toMatchObject({ ok: true });
  expect(await read('a.txt')).toBe('by hand');
});

test('what was not kept cannot come back, and what cannot be kept is not replaced', async () => {
  const { workspace, snapshots, keep, root } = await withSnapshots({ 'a.txt': 'new' });
  const request = { to: { bytes: 3 }, snapshots };
  expect(code(await workspace.restore('a.txt', request))).toBe('not_kept');
  await writeFile(join(root, 'large'), Buffer.alloc(17 * 1024 * 1024));
  expect(code(await workspace.restore('large', { to: await keep('small'), snapshots }))).toBe('too_large');
  expect((await stat(join(root, 'large'))).size).toBe(17 * 1024 * 1024);
});

onPosix('the right to run a file, and links, come back', async () => {
  const { workspace, snapshots, keep, root } = await withSnapshots({ 'run.sh': 'exit 1' });
  await chmod(join(root, 'run.sh'), 0o640);
  await workspace.restore('run.sh', { to: await keep('exit 0', { executable: true }), snapshots });
  expect((await stat(join(root, 'run.sh'))).mode & 0o777).toBe(0o750);
  await workspace.restore('run.sh', { to: await keep('exit 1'), snapshots });
  expect((await stat(join(root, 'run.sh'))).mode & 0o777).toBe(0o640);
  await workspace.restore('run.sh', { to: await keep('elsewhere', { link: true }), snapshots });
  expect(await readlink(join(root, 'run.sh'))).toBe('elsewhere');
});

onPosix('nothing is put outside, into Git, or in place of a folder', async () => {
  const { workspace, snapshots, keep, base, root } = await withSnapshots({ '.git/config': '[core]' });
  const to = await keep('bad');
  await mkdir(join(base, 'outside'));
  await writeFile(join(base, 'outside/secret.txt'), 'secret');
  await symlink('../outside', join(root, 'out'));
  await symlink('../outside/secret.txt', join(root, 'link'));
  await mkdir(join(root, 'folder'));
  const tried = [
    '../outside/secret.txt',
    'out/secret.txt',
    'out/new.txt',
    '/etc/passwd',
    '..',
    'a/../../x',
    '.git/config',
    '.GIT/x',
    'folder',
    '',
  ];
  const codes = await Promise.all(tried.map(async (path) => code(await workspace.restore(path, { to, snapshots }))));
  expect(new Set(codes)).toEqual(new Set(['outside_workspace', 'protected_path', 'not_a_file']));
  // A link is replaced itself, never what it leads to.
  expect(code(await workspace.restore('link', { to, snapshots }))).toBe('ok');
  expect(await readFile(join(base, 'outside/secret.txt'), 'utf8')).toBe('secret');
  expect(await readFile(join(root, 'link'), 'utf8')).toBe('bad');
  await rm(join(root, 'link'));
});

test('what is left of a snapshot after a power cut is not taken for the whole', async () => {
  const { workspace, snapshots, keep, read } = await withSnapshots({ 'a.txt': 'new' });
  const old = await keep('old');
  await writeFile(join(snapshots.folder, old.hash ?? ''), '');
  expect(code(await workspace.restore('a.txt', { to: old, snapshots }))).toBe('not_kept');
  expect(await read('a.txt')).toBe('new');
  // The next time that it is kept it is whole again.
  await keep('old');
  expect(code(await workspace.restore('a.txt', { to: old, snapshots }))).toBe('ok');
});
