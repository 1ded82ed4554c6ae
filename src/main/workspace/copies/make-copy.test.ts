import { execFileSync } from 'node:child_process';
import { mkdir, readFile, readlink, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { openFileDesk } from '../changes/file-desk.ts';
import { commitAll, gitIn } from '../testing/repository.ts';
import { tempWorkspace } from '../testing/temp-workspace.ts';
import { makeCopy, removeCopy } from './make-copy.ts';

const desk = openFileDesk();
afterAll(() => desk.close());
const onPosix = test.skipIf(process.platform === 'win32');

function filesIn(folder: string): readonly string[] {
  const found = execFileSync(
    'find',
    ['.', '-mindepth', '1', '-name', '.git', '-prune', '-o', '-type', 'f', '-print', '-o', '-type', 'l', '-print'],
    { cwd: folder, encoding: 'utf8' },
  );
  return found
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => line.slice(2))
    .sort();
}

onPosix('a plain folder is copied whole, but for node_modules and our own data', async () => {
  const { base, root } = await tempWorkspace({
    'a.txt': 'a',
    'deep/er/b.bin': new Uint8Array([0, 1, 2]),
    'node_modules/x/index.js': 'x',
    'deep/node_modules/y.js': 'y',
    'home/runlight.db': 'data',
  });
  await symlink('deep', join(root, 'link'));
  await symlink(join(root, 'a.txt'), join(root, 'absolute'));
  await symlink('/etc/hostname', join(root, 'away'));
  const to = join(base, 'copy');
  const made = await makeCopy({ of: root, to, home: join(root, 'home') }, desk);
  expect(made).toEqual({ ok: true, value: { copy: { kind: 'copy', of: root }, workspace: to } });
  expect(filesIn(to)).toEqual(['a.txt', 'absolute', 'away', 'deep/er/b.bin', 'link']);
  expect(await readlink(join(to, 'absolute'))).toBe(join(to, 'a.txt'));
  expect(await readlink(join(to, 'away'))).toBe('/etc/hostname');
  await writeFile(join(to, 'a.txt'), 'changed');
  // A copy is never made over another: that one holds someone's work.
  const again = await makeCopy({ of: root, to, home: join(root, 'home') }, desk);
  expect(again).toMatchObject({ ok: false, error: { code: 'copy_exists' } });
  expect(await readFile(join(to, 'a.txt'), 'utf8')).toBe('changed');
  expect(await readFile(join(root, 'a.txt'), 'utf8')).toBe('a');
  await removeCopy(to);
  await expect(stat(to)).rejects.toThrow('ENOENT');
  expect(filesIn(root)).toContain('a.txt');
});

onPosix('of a repository it is a worktree with what is not committed', async () => {
  const { base, root, put } = await tempWorkspace({
    '.gitignore': 'ignored/\n',
    'a.txt': 'first',
    'gone.txt': 'gone',
    'turned/into.txt': 'a folder',
    'ignored/x.txt': 'x',
  });
  commitAll(root);
  await put({ 'a.txt': 'not committed', 'staged.txt': 'staged', 'new/b.txt': 'untracked' });
  gitIn(root, 'add', 'staged.txt');
  await rm(join(root, 'gone.txt'));
  await rm(join(root, 'turned'), { recursive: true });
  await symlink('new', join(root, 'turned'));
  const before = gitIn(root, 'status', '--porcelain');
  const to = join(base, 'copies/one');
  const made = await makeCopy({ of: root, to, home: join(base, 'home') }, desk);
  const head = gitIn(root, 'rev-parse', 'HEAD').trim();
  expect(made).toEqual({ ok: true, value: { copy: { kind: 'worktree', of: root, base: head }, workspace: to } });
  expect(filesIn(to)).toEqual(['.gitignore', 'a.txt', 'new/b.txt', 'staged.txt', 'turned']);
  expect(await readFile(join(to, 'a.txt'), 'utf8')).toBe('not committed');
  gitIn(to, 'add', '--all');
  gitIn(to, 'commit', '--quiet', '--message', 'In the copy');
  expect(gitIn(root, 'status', '--porcelain')).toBe(before);
  expect(gitIn(root, 'rev-parse', 'HEAD').trim()).toBe(head);
  expect(gitIn(root, 'worktree', 'list').trim().split('\n')).toHaveLength(2);
  await removeCopy(to);
  await expect(stat(to)).rejects.toThrow('ENOENT');
  expect(gitIn(root, 'worktree', 'list').trim().split('\n')).toHaveLength(1);
  expect(gitIn(root, 'status', '--porcelain')).toBe(before);
});

onPosix('of a folder inside a repository the agent works in the same folder of the worktree', async () => {
  const { base, root } = await tempWorkspace({ 'packages/app/a.txt': 'a', 'shared.txt': 's' });
  commitAll(root);
  await mkdir(join(root, 'packages/empty'));
  const to = join(base, 'copies/one');
  const of = join(root, 'packages/app');
  expect(await makeCopy({ of, to, home: base }, desk)).toMatchObject({
    value: { copy: { kind: 'worktree', of }, workspace: join(to, 'packages/app') },
  });
  expect(await readFile(join(to, 'shared.txt'), 'utf8')).toBe('s');
  const other = join(base, 'copies/two');
  const empty = join(root, 'packages/empty');
  expect(await makeCopy({ of: empty, to: other, home: join(base, 'h') }, desk)).toMatchObject({
    value: { workspace: join(other, 'packages/empty') },
  });
});

onPosix('the hooks of a repository do not run', async () => {
  const { base, root, put } = await tempWorkspace({ 'a.txt': 'a' });
  commitAll(root);
  await put({ '.git/hooks/post-checkout': '#!/bin/sh\ntouch ../../hooked' });
  execFileSync('chmod', ['+x', join(root, '.git/hooks/post-checkout')]);
  await makeCopy({ of: root, to: join(base, 'copies/one'), home: join(base, 'home') }, desk);
  await expect(stat(join(base, 'hooked'))).rejects.toThrow('ENOENT');
});

onPosix('filters that its settings name do not run either, and files are what they are', async () => {
  const { base, root, put } = await tempWorkspace({ 'a.txt': 'a', '.gitattributes': '*.txt filter=mine' });
  commitAll(root);
  for (const name of ['clean', 'smudge', 'process']) {
    gitIn(root, 'config', `filter.mine.${name}`, `touch ${join(base, 'filtered')}; tr a-z A-Z`);
  }
  gitIn(root, 'config', 'filter.mine.required', 'true');
  await put({ 'a.txt': 'changed' });
  const to = join(base, 'copies/one');
  const made = await makeCopy({ of: root, to, home: join(base, 'home') }, desk);
  expect(made).toMatchObject({ ok: true, value: { copy: { kind: 'worktree' } } });
  expect(await readFile(join(to, 'a.txt'), 'utf8')).toBe('changed');
  gitIn(root, 'config', 'filter.a=b.smudge', `touch ${join(base, 'filtered')}`);
  const again = await makeCopy({ of: root, to: join(base, 'copies/two'), home: join(base, 'home') }, desk);
  expect(again).toMatchObject({ ok: false, error: { code: 'copy_failed' } });
  await expect(stat(join(base, 'filtered'))).rejects.toThrow('ENOENT');
});

onPosix('a repository without a commit is copied as a folder', async () => {
  const { base, root } = await tempWorkspace({ 'a.txt': 'a' });
  gitIn(root, 'init', '--quiet');
  const to = join(base, 'copy');
  expect(await makeCopy({ of: root, to, home: join(base, 'home') }, desk)).toMatchObject({
    value: { copy: { kind: 'copy' } },
  });
  expect(filesIn(to)).toEqual(['a.txt']);
  await removeCopy(to);
  await expect(stat(to)).rejects.toThrow('ENOENT');
});

test('a folder that is not there says so', async () => {
  const { base } = await tempWorkspace();
  const made = await makeCopy({ of: join(base, 'nowhere'), to: join(base, 'copy'), home: base }, desk);
  expect(made).toMatchObject({ ok: false, error: { code: 'workspace_gone' } });
});
