import { chmod, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { expect, test } from 'vitest';
import { LocalWorkspace } from './local-workspace.ts';
import { tempWorkspace } from './testing/temp-workspace.ts';

test('it knows whether its folder is there', async () => {
  const { root, workspace, put } = await tempWorkspace({ 'a.txt': 'a' });
  const gone = {
    ok: false,
    error: {
      code: 'workspace_gone',
      message: `The folder ${root} is not there or cannot be opened`,
      hint: 'Put it back, or choose another folder',
    },
  };
  expect(await workspace.check()).toEqual({ ok: true, value: null });
  await rm(root, { recursive: true });
  expect(await workspace.check()).toEqual(gone);
  expect(await workspace.read('a.txt')).toEqual(gone);
  expect(await workspace.write('a.txt', 'a')).toEqual(gone);
  await put({ 'a.txt': 'back' });
  expect(await workspace.read('a.txt')).toMatchObject({ value: { text: 'back' } });
  expect(await new LocalWorkspace({ root: join(root, 'a.txt') }).check()).toMatchObject({
    error: { code: 'workspace_gone' },
  });
});

test('a relative folder is resolved against the current one', async () => {
  const { root } = await tempWorkspace({ 'a.txt': 'a' });
  const workspace = new LocalWorkspace({ root: relative(process.cwd(), root) });
  expect(workspace.root).toBe(root);
  expect(await workspace.read('a.txt')).toMatchObject({ value: { text: 'a' } });
});

test('what cannot be read says why', async () => {
  const { workspace } = await tempWorkspace({
    'src/a.txt': 'a',
    'image.png': Uint8Array.of(0x89, 0x50, 0, 1),
    'latin1.txt': Uint8Array.of(0x63, 0x61, 0x66, 0xe9),
    'large.txt': 'x'.repeat(2 * 1024 * 1024 + 1),
  });
  const paths = ['src', '.', 'src/b/c.txt', 'b.txt', 'src/a.txt/b', 'image.png', 'latin1.txt', 'large.txt'];
  const results = await Promise.all(paths.map((path) => workspace.read(path)));
  expect(results.map((result) => (result.ok ? 'ok' : result.error))).toEqual([
    { code: 'is_folder', message: '"src" is a folder, not a file' },
    { code: 'is_folder', message: '"." is a folder, not a file' },
    { code: 'not_found', message: '"src/b/c.txt" does not exist', hint: 'There is no "b" in "src"' },
    { code: 'not_found', message: '"b.txt" does not exist', hint: `There is no "b.txt" in the workspace's folder` },
    { code: 'not_a_folder', message: '"src/a.txt" is not a folder' },
    { code: 'binary_file', message: '"image.png" is a binary file, 4 bytes' },
    { code: 'binary_file', message: '"latin1.txt" is a binary file, 4 bytes' },
    {
      code: 'too_large',
      message: '"large.txt" has 2,097,153 bytes, more than the 2,097,152 that can be handled whole',
    },
  ]);
});

test('a file is written whole, with the folders that lead to it, and nothing else is left', async () => {
  const { root, workspace } = await tempWorkspace();
  expect(await workspace.write('a/b/c.txt', 'one\r\n')).toEqual({
    ok: true,
    value: { relative: 'a/b/c.txt', created: true },
  });
  expect(await workspace.write('./a//b/c.txt', 'zwei ü')).toEqual({
    ok: true,
    value: { relative: 'a/b/c.txt', created: false },
  });
  expect(await readFile(join(root, 'a/b/c.txt'), 'utf8')).toBe('zwei ü');
  expect(await readdir(join(root, 'a/b'))).toEqual(['c.txt']);
});

test('what cannot be written says why and stays as it was', async () => {
  const { root, workspace } = await tempWorkspace({ 'folder/a.txt': 'a', 'file.txt': 'file' });
  const paths = ['folder', '.', 'new/', 'file.txt/x', '..'];
  const results = await Promise.all(paths.map((path) => workspace.write(path, 'x')));
  expect(results.map((result) => (result.ok ? 'ok' : result.error.code))).toEqual([
    'is_folder',
    'is_folder',
    'is_folder',
    'not_a_folder',
    'outside_workspace',
  ]);
  expect((await readdir(root, { recursive: true })).sort()).toEqual(['file.txt', 'folder', join('folder', 'a.txt')]);
});

test.skipIf(process.platform === 'win32')('the mode of a file survives', async () => {
  const { root, workspace } = await tempWorkspace({ 'run.sh': '#!/bin/sh' });
  await chmod(join(root, 'run.sh'), 0o754);
  await workspace.write('run.sh', '#!/bin/bash');
  expect((await stat(join(root, 'run.sh'))).mode & 0o7777).toBe(0o754);
});

test('a file that someone else has changed since is not replaced', async () => {
  const { root, workspace } = await tempWorkspace({ 'a.txt': 'a' });
  const read = await workspace.read('a.txt');
  const version = read.ok ? read.value.version : '';
  await writeFile(join(root, 'a.txt'), 'b');
  const changed = {
    code: 'changed',
    message: '"a.txt" was changed by someone else in the meantime',
    hint: 'Read it again, then write',
  };
  expect(await workspace.write('a.txt', 'mine', { expected: version })).toEqual({ ok: false, error: changed });
  expect(await workspace.write('a.txt', 'mine', { expected: null })).toEqual({ ok: false, error: changed });
  expect(await readFile(join(root, 'a.txt'), 'utf8')).toBe('b');
  const again = await workspace.read('a.txt');
  expect(await workspace.write('a.txt', 'mine', { expected: again.ok ? again.value.version : '' })).toMatchObject({
    ok: true,
  });
});

test('after a stop nothing is read or written', async () => {
  const { root, workspace } = await tempWorkspace({ 'a.txt': 'a' });
  const signal = AbortSignal.abort();
  const results = [
    await workspace.read('a.txt', signal),
    await workspace.readLines('a.txt', { offset: 1, limit: 1 }, signal),
    await workspace.write('a.txt', 'b', { signal }),
    await workspace.list('.', { depth: 1, limit: 1, signal }),
  ];
  expect(results.map((result) => (result.ok ? 'ok' : result.error.code))).toEqual(Array(4).fill('stopped'));
  expect(await readFile(join(root, 'a.txt'), 'utf8')).toBe('a');
});

test('a listing says what it leaves out', async () => {
  const { root, workspace } = await tempWorkspace({ 'b/x.txt': '', 'a/y/z.txt': '123', 'a.txt': '1' });
  await mkdir(join(root, 'node_modules/pkg'), { recursive: true });
  const shown = async (options: { depth: number; limit: number }): Promise<unknown> => {
    const listed = await workspace.list('.', options);
    return listed.ok && { ...listed.value, entries: listed.value.entries.map((entry) => ({ ...entry, real: '' })) };
  };
  const rest = { more: 0, moreIsLeast: false, unreadable: [] };
  expect(await shown({ depth: 1, limit: 10 })).toEqual({
    ...rest,
    entries: [
      { real: '', relative: 'a', kind: 'folder' },
      { real: '', relative: 'a.txt', kind: 'file', bytes: 1 },
      { real: '', relative: 'b', kind: 'folder' },
      { real: '', relative: 'node_modules', kind: 'folder' },
    ],
  });
  expect(await shown({ depth: 2, limit: 3 })).toEqual({
    ...rest,
    more: 3,
    entries: [
      { real: '', relative: 'a', kind: 'folder' },
      { real: '', relative: 'a/y', kind: 'folder' },
      { real: '', relative: 'a.txt', kind: 'file', bytes: 1 },
    ],
  });
  expect(await shown({ depth: Infinity, limit: 10 })).toMatchObject({
    entries: [{}, {}, { relative: 'a/y/z.txt', bytes: 3 }, {}, {}, {}, { relative: 'node_modules', notEntered: true }],
  });
});
