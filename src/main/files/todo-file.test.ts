import { mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join, parse } from 'node:path';
import { expect, test } from 'vitest';
import { good } from '../threads/testing/store.ts';
import { tempWorkspace } from '../workspace/testing/temp-workspace.ts';
import { readTodoFile, writeTodoFile } from './todo-file.ts';

const TEXT = '# Todos\n- [ ] a\n';

test('a list goes to a file of the folder, and comes back', async () => {
  const { root } = await tempWorkspace();
  expect(await writeTodoFile({ folder: root, path: 'docs/my list.md' }, TEXT, false)).toEqual({
    ok: true,
    value: { type: 'written', path: 'docs/my list.md' },
  });
  expect(await readFile(join(root, 'docs', 'my list.md'), 'utf8')).toBe(TEXT);
  const absolute = join(root, 'docs', 'my list.md');
  expect(await readTodoFile({ folder: root, path: absolute })).toEqual({
    ok: true,
    value: { type: 'read', text: TEXT },
  });
});

test('a file that is there is replaced only when that was agreed to', async () => {
  const { root } = await tempWorkspace({ 'TODO.md': 'mine' });
  const wish = { folder: root, path: 'TODO.md' };
  expect(await writeTodoFile(wish, TEXT, false)).toEqual({ ok: true, value: { type: 'exists', path: 'TODO.md' } });
  expect(await readFile(join(root, 'TODO.md'), 'utf8')).toBe('mine');
  expect(await writeTodoFile(wish, TEXT, true)).toEqual({ ok: true, value: { type: 'written', path: 'TODO.md' } });
  expect(await readFile(join(root, 'TODO.md'), 'utf8')).toBe(TEXT);
});

test('whatever leads out of the folder is asked about by where it leads, and done there alone', async () => {
  const { base, root } = await tempWorkspace();
  await mkdir(join(base, 'out'));
  await writeFile(join(base, 'out', 'kept.md'), 'kept');
  await symlink(join(base, 'out'), join(root, 'folder'));
  await symlink(join(base, 'out', 'kept.md'), join(root, 'file.md'));
  await symlink('folder', join(root, 'twice'));
  const attempts: readonly (readonly [string, string])[] = [
    ['../out/new.md', 'new.md'],
    ['a/../../out/new.md', 'new.md'],
    [join(base, 'out', 'new.md'), 'new.md'],
    ['folder/new.md', 'new.md'],
    ['twice/new.md', 'new.md'],
    ['file.md', 'kept.md'],
  ];
  for (const [path, name] of attempts) {
    const outside = { ok: true, value: { type: 'outside', path: join(base, 'out', name) } };
    for (const agreed of [undefined, '../out', join(base, 'out', 'other.md'), base]) {
      expect(await writeTodoFile({ folder: root, path, agreed }, TEXT, true)).toEqual(outside);
      expect(await readTodoFile({ folder: root, path, agreed })).toEqual(outside);
    }
  }
  expect(await readdir(join(base, 'out'))).toEqual(['kept.md']);
  expect(await readFile(join(base, 'out', 'kept.md'), 'utf8')).toBe('kept');

  const agreed = join(base, 'out', 'kept.md');
  const wish = { folder: root, path: 'file.md', agreed };
  expect(await writeTodoFile(wish, TEXT, false)).toEqual({ ok: true, value: { type: 'exists', path: 'file.md' } });
  expect(await writeTodoFile(wish, TEXT, true)).toEqual({ ok: true, value: { type: 'written', path: 'file.md' } });
  expect(await readFile(agreed, 'utf8')).toBe(TEXT);
});

test('a link that leads somewhere else by now is asked about again', async () => {
  const { base, root } = await tempWorkspace();
  await mkdir(join(base, 'one'));
  await mkdir(join(base, 'two'));
  await symlink(join(base, 'two'), join(root, 'way'));
  const agreed = join(base, 'one', 'TODO.md');
  expect(await writeTodoFile({ folder: root, path: 'way/TODO.md', agreed }, TEXT, false)).toEqual({
    ok: true,
    value: { type: 'outside', path: join(base, 'two', 'TODO.md') },
  });
});

test('what is no file of a list is told in words', async () => {
  const { root } = await tempWorkspace({
    '.git/config': '',
    'big.md': 'x'.repeat(500_001),
    'bytes.md': new Uint8Array([0, 1]),
  });
  const read = async (path: string) => {
    const file = await readTodoFile({ folder: root, path });
    return file.ok ? file.value : file.error.code;
  };
  expect(await Promise.all(['none.md', '.', 'big.md', 'bytes.md', 'a\0b'].map(read))).toEqual([
    'not_found',
    'is_folder',
    'too_large',
    'binary_file',
    'bad_path',
  ]);
  expect(await writeTodoFile({ folder: root, path: '.git/config' }, TEXT, true)).toMatchObject({
    error: { code: 'protected_path' },
  });
});

test('a thread without a folder takes whole paths alone, and asks', async () => {
  expect(await writeTodoFile({ path: 'TODO.md' }, TEXT, true)).toMatchObject({ error: { code: 'no_folder' } });
  const { base } = await tempWorkspace();
  const path = join(base, 'TODO.md');
  expect(await writeTodoFile({ path }, TEXT, true)).toEqual({ ok: true, value: { type: 'outside', path } });
  expect(good(await writeTodoFile({ path, agreed: path }, TEXT, false)).type).toBe('written');
  expect(parse(good(await writeTodoFile({ path: '~/TODO.md' }, TEXT, false)).path).base).toBe('TODO.md');
});
