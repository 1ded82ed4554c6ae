import { chmod, mkdir, readFile, rm, stat, symlink, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { must } from '../../../shared/lib/assert.ts';
import type { FileState } from '../../../shared/files/file-version.ts';
import { callTool } from '../testing/call-tool.ts';
import { commitAll, gitIn } from '../testing/repository.ts';
import { tempWorkspace } from '../testing/temp-workspace.ts';
import { openFileDesk } from './file-desk.ts';
import { Recorder } from './recorder.ts';

const desk = openFileDesk();
afterAll(() => desk.close());
const onPosix = test.skipIf(process.platform === 'win32');

async function recordedWorkspace(files: Readonly<Record<string, string | Uint8Array>>, { repository = false } = {}) {
  const made = await tempWorkspace(files);
  if (repository) commitAll(made.root);
  const folders = { kept: join(made.base, 'kept'), scratch: join(made.base, 'scratch') };
  const recorder = new Recorder(made.base, folders, desk);
  const workspace = made.workspace.recordedBy(recorder);
  const held = async (state: FileState): Promise<string | null> => {
    if (state === null) return null;
    const hash = must(state.hash, 'a hash');
    return must(await recorder.snapshots.read(hash), 'what was kept').toString('utf8');
  };
  /** What a call changed, as `path: before → after`. */
  const changedBy = async (name: string, input: object): Promise<readonly string[]> => {
    const { changes } = await callTool(workspace, name, input);
    const files = changes?.files ?? [];
    return Promise.all(
      files.map(async ({ path, before, after }) => `${path}: ${await held(before)} → ${await held(after)}`),
    );
  };
  const run = (command: string) => changedBy('run_command', { command });
  return { ...made, workspace, recorder, folders, changedBy, run };
}

test('file tools keep what they replace and what they write', async () => {
  const { changedBy, workspace } = await recordedWorkspace({ 'a.txt': 'one\n' });
  expect(await changedBy('write_file', { path: 'new/b.txt', content: 'b' })).toEqual(['new/b.txt: null → b']);
  expect(await changedBy('edit_file', { path: 'a.txt', old_text: 'one', new_text: 'two' })).toEqual([
    'a.txt: one\n → two\n',
  ]);
  expect(await changedBy('write_file', { path: './new/../a.txt', content: 'three\n' })).toEqual([
    'a.txt: two\n → three\n',
  ]);
  const unchanged = await callTool(workspace, 'write_file', { path: 'a.txt', content: 'three\n' });
  expect(unchanged.changes).toBeUndefined();
});

onPosix('a file that is reached through a link is known by its own path', async () => {
  const { changedBy, root } = await recordedWorkspace({ 'src/a.txt': 'one' });
  await symlink('src', join(root, 'link'));
  expect(await changedBy('write_file', { path: 'link/a.txt', content: 'two' })).toEqual(['src/a.txt: one → two']);
});

onPosix.each([
  ['a plain folder', false],
  ['a Git repository', true],
])(
  'in %s, what a command added, changed and deleted is found, with what was there before',
  async (_name, repository) => {
    const files = { 'a.txt': 'one', 'b.txt': 'two', 'deep/er/c.txt': 'three', 'same.txt': 'same', 'ü ñ.txt': 'x' };
    const { run, root, folders, recorder } = await recordedWorkspace(files, { repository });
    await writeFile(join(root, 'own.txt'), 'not committed');
    expect(await run('true')).toEqual([]);
    expect(
      await run(
        `printf 2 > a.txt; rm -r deep; printf new > 'n ö.txt'; touch same.txt; printf y > 'ü ñ.txt'; printf mine > own.txt`,
      ),
    ).toEqual([
      'a.txt: one → 2',
      'deep/er/c.txt: three → null',
      'n ö.txt: null → new',
      'own.txt: not committed → mine',
      'ü ñ.txt: x → y',
    ]);
    // What one command made is where the next begins, edits by tools in between included.
    await writeFile(join(root, 'b.txt'), 'by hand');
    expect(await run('printf 3 >> a.txt; mv b.txt moved.txt')).toEqual([
      'a.txt: 2 → 23',
      'b.txt: by hand → null',
      'moved.txt: null → by hand',
    ]);
    await recorder.close();
    await expect(stat(folders.scratch)).rejects.toThrow('ENOENT');
  },
);

onPosix('a change of the same length at the same time is found', async () => {
  const { run, root } = await recordedWorkspace({ 'a.txt': 'one' });
  await utimes(join(root, 'a.txt'), 1000, 1000);
  expect(await run('printf two > a.txt && touch -d @1000 a.txt')).toEqual(['a.txt: one → two']);
});

onPosix('links, and whether a file may be run, are part of what changed; touching is not', async () => {
  const { workspace, root } = await recordedWorkspace({ 'run.sh': 'exit 0', 'a.txt': 'a' });
  await chmod(join(root, 'run.sh'), 0o644);
  const { changes } = await callTool(workspace, 'run_command', {
    command: 'chmod +x run.sh; ln -s a.txt link; touch a.txt',
  });
  expect(
    changes?.files.map(({ path, before, after }) => ({
      path,
      before: before?.executable,
      link: after?.link,
      executable: after?.executable,
    })),
  ).toEqual([
    { path: 'link', before: undefined, link: true, executable: undefined },
    { path: 'run.sh', before: undefined, link: undefined, executable: true },
  ]);
});

onPosix('in a repository ignored files and .git are no changes, nor is what comes out of being ignored', async () => {
  const { run } = await recordedWorkspace(
    { '.gitignore': '*.log\n', 'old.log': 'old', 'a.txt': 'a' },
    { repository: true },
  );
  expect(
    await run('echo x > new.log; echo y >> old.log; git -c user.name=a -c user.email=a@b commit -q --allow-empty -m x'),
  ).toEqual([]);
  await new Promise((resolve) => setTimeout(resolve, 250));
  expect(await run('rm .gitignore')).toEqual(['.gitignore: *.log\n → null']);
});

onPosix('a checkout of another commit shows what it did to the files', async () => {
  const { run, root } = await recordedWorkspace({ 'a.txt': 'first', 'b.txt': 'kept' }, { repository: true });
  gitIn(root, 'checkout', '--quiet', '-b', 'other');
  await writeFile(join(root, 'a.txt'), 'second');
  gitIn(root, 'commit', '--quiet', '--all', '--message', 'Second');
  expect(await run('git checkout -q -')).toEqual(['a.txt: second → first']);
});

onPosix('a workspace inside a repository is told by its own paths, one that the repository ignores too', async () => {
  const { root, base } = await tempWorkspace({ 'sub/a.txt': 'a', 'ignored/b.txt': 'b', '.gitignore': 'ignored/\n' });
  commitAll(root);
  for (const [folder, file] of [
    ['sub', 'a.txt'],
    ['ignored', 'b.txt'],
  ] as const) {
    const { LocalWorkspace } = await import('../local-workspace.ts');
    const recorder = new Recorder(`${base}/${folder}`, { kept: join(base, 'kept'), scratch: join(base, folder) }, desk);
    const workspace = new LocalWorkspace({ root: join(root, folder) }).recordedBy(recorder);
    const { changes } = await callTool(workspace, 'run_command', { command: `printf changed > ${file}` });
    expect(changes?.files.map(({ path }) => path)).toEqual([file]);
  }
});

onPosix('a command may not make us keep what lies outside', async () => {
  const { base, run } = await recordedWorkspace({ 'folder/secret.txt': 'inside' });
  await mkdir(join(base, 'outside'));
  await writeFile(join(base, 'outside/secret.txt'), 'secret');
  expect(await run('rm -r folder && ln -s ../outside folder')).toEqual([
    'folder: null → ../outside',
    'folder/secret.txt: inside → null',
  ]);
  expect(await run('ln -s ../outside/secret.txt file')).toEqual(['file: null → ../outside/secret.txt']);
});

onPosix('a file that is too large to keep is listed all the same', async () => {
  const { workspace, root } = await recordedWorkspace({});
  await writeFile(join(root, 'large.bin'), Buffer.alloc(17 * 1024 * 1024));
  const { changes } = await callTool(workspace, 'run_command', { command: 'printf x >> large.bin' });
  const bytes = 17 * 1024 * 1024;
  expect(changes?.files).toEqual([{ path: 'large.bin', before: { bytes }, after: { bytes: bytes + 1 } }]);
});

onPosix('more changes than are listed are counted', async () => {
  const { workspace } = await recordedWorkspace({});
  const { changes } = await callTool(workspace, 'run_command', {
    command: 'for n in $(seq 1 1010); do echo $n > $n; done',
  });
  expect(changes).toMatchObject({ by: 'command', more: 10 });
  expect(changes?.files).toHaveLength(1000);
});

onPosix('what a stopped command changed is found as well', async () => {
  const { workspace, root } = await recordedWorkspace({ 'a.txt': 'one' });
  const controller = new AbortController();
  const { changes } = await callTool(
    workspace,
    'run_command',
    { command: 'printf two > a.txt; echo done; sleep 100' },
    { signal: controller.signal, print: () => controller.abort() },
  );
  expect(changes?.files.map(({ path }) => path)).toEqual(['a.txt']);
  expect(await readFile(join(root, 'a.txt'), 'utf8')).toBe('two');
});

onPosix('where the folder cannot be compared, that is said', async () => {
  const { workspace, root, folders } = await recordedWorkspace({ 'a.txt': 'one' });
  // Nothing can be kept in a place that is a file.
  await writeFile(folders.scratch, '');
  const { changes } = await callTool(workspace, 'run_command', { command: 'printf two > a.txt' });
  expect(changes).toEqual({
    by: 'command',
    root,
    files: [{ path: 'a.txt', before: { bytes: 3 }, after: expect.objectContaining({ bytes: 3 }) }],
  });
  await rm(folders.scratch);
});
