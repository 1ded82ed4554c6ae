import { mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { call, hold, say } from '../../../e2e/support/model-server.ts';
import { good } from '../threads/testing/store.ts';
import { commitAll } from '../workspace/testing/repository.ts';
import { testEngine } from './testing/engine.ts';

const onPosix = test.skipIf(process.platform === 'win32');

const WORK = [
  {
    parts: [
      call('edit_file', { path: 'a.txt', old_text: 'two', new_text: '2' }),
      call('write_file', { path: 'new/b.txt', content: 'b1\nb2\n' }),
      call('run_command', { command: 'rm gone.txt; printf "four\\n" >> a.txt' }),
    ],
  },
  say('Done.'),
];

async function projectIn(folder: string, repository = false): Promise<string> {
  const root = join(folder, 'project');
  await mkdir(root);
  await writeFile(join(root, 'a.txt'), 'one\ntwo\nthree\n');
  await writeFile(join(root, 'gone.txt'), 'gone\n');
  if (repository) commitAll(root);
  return root;
}

onPosix.each([
  ['a plain folder', false],
  ['a Git repository', true],
])('in %s, what a run changed is listed, shown, reverted and brought back', async (_name, repository) => {
  const engine = await testEngine(WORK);
  const root = await projectIn(engine.folder, repository);
  const read = (path: string) => readFile(join(root, path), 'utf8');
  const { threadId, runId } = good(await engine.start({ workspace: root }));
  expect(await engine.ended(runId)).toBe('finished');

  const common = { root, at: expect.any(Number), gap: false, reverted: false };
  const a = {
    ...common,
    path: 'a.txt',
    status: 'modified',
    by: ['tool', 'command'],
    exists: true,
    lines: { added: 2, removed: 1 },
  };
  const b = {
    ...common,
    path: 'new/b.txt',
    status: 'added',
    by: ['tool'],
    exists: true,
    lines: { added: 2, removed: 0 },
  };
  const gone = {
    ...common,
    path: 'gone.txt',
    status: 'deleted',
    by: ['command'],
    exists: false,
    lines: { added: 0, removed: 1 },
  };
  const all = {
    files: [a, b, gone],
    more: 0,
    unknown: [],
    runs: [{ runId, number: 1, startedAt: expect.any(Number) }],
  };
  expect(good(await engine.ask('files.changed', { threadId }))).toEqual(all);
  expect(good(await engine.ask('files.changed', { threadId, runId }))).toEqual(all);
  expect(good(await engine.ask('files.changed', { threadId, runId: 'other' }))).toMatchObject({ files: [] });
  expect(good(await engine.ask('files.difference', { threadId, root, path: 'a.txt' }))).toEqual({
    type: 'text',
    diff: '@@ -1,3 +1,4 @@\n one\n-two\n+2\n three\n+four\n',
    added: 2,
    removed: 1,
  });

  const place = { root, path: 'a.txt' };
  expect(good(await engine.ask('files.revert', { threadId, files: [place] }))).toEqual({ done: [place], refused: [] });
  expect(await read('a.txt')).toBe('one\ntwo\nthree\n');
  expect(good(await engine.ask('files.changed', { threadId })).files).toEqual([{ ...a, reverted: true }, b, gone]);
  expect(good(await engine.ask('files.unrevert', { threadId, ...place }))).toEqual({ done: [place], refused: [] });
  expect(await read('a.txt')).toBe('one\n2\nthree\nfour\n');
  expect(good(await engine.ask('files.changed', { threadId }))).toEqual(all);

  // One was changed by hand since: it stays, the others go back.
  await writeFile(join(root, 'a.txt'), 'by hand\n');
  const partly = good(await engine.ask('files.revert', { threadId, runId }));
  expect(partly.done.map(({ path }) => path)).toEqual(['new/b.txt', 'gone.txt']);
  expect(partly.refused).toEqual([
    {
      ...place,
      error: {
        code: 'changed',
        message: '“a.txt” was changed again since',
        hint: 'Reverting it takes that change back too',
      },
    },
  ]);
  expect(await read('gone.txt')).toBe('gone\n');
  await expect(stat(join(root, 'new/b.txt'))).rejects.toThrow('ENOENT');
  good(await engine.ask('files.revert', { threadId, files: [place], anyway: true }));
  expect(await read('a.txt')).toBe('one\ntwo\nthree\n');
  // Even that can be taken back: what was there by hand was kept.
  good(await engine.ask('files.unrevert', { threadId, ...place }));
  expect(await read('a.txt')).toBe('by hand\n');
  expect(await engine.ask('files.revert', { threadId, files: [{ root, path: 'other' }] })).toMatchObject({
    error: { code: 'nothing_to_revert' },
  });
});

onPosix('a change by someone else between two of the run is not reverted unasked', async () => {
  const pause = hold();
  const engine = await testEngine([
    { parts: [call('write_file', { path: 'a.txt', content: 'first\n' })] },
    { parts: [{ hold: pause }, call('run_command', { command: 'printf "last\\n" >> a.txt' })] },
    say('Done.'),
  ]);
  const root = await projectIn(engine.folder);
  const { threadId, runId } = good(await engine.start({ workspace: root }));
  await pause.reached;
  expect(await engine.ask('files.revert', { threadId })).toMatchObject({ error: { code: 'run_active' } });
  await writeFile(join(root, 'a.txt'), 'by hand\n');
  pause.release();
  await engine.ended(runId);
  expect(good(await engine.ask('files.changed', { threadId })).files).toMatchObject([{ path: 'a.txt', gap: true }]);
  expect(good(await engine.ask('files.revert', { threadId }))).toMatchObject({
    done: [],
    refused: [{ error: { code: 'changed' } }],
  });
});

onPosix('without its snapshots a thread removes and changes nothing', async () => {
  const engine = await testEngine(WORK);
  const root = await projectIn(engine.folder);
  const { threadId, runId } = good(await engine.start({ workspace: root }));
  await engine.ended(runId);
  await rm(join(engine.home, 'snapshots'), { recursive: true });
  const { done, refused } = good(await engine.ask('files.revert', { threadId, anyway: true }));
  expect(done).toEqual([]);
  expect(refused.map(({ error }) => error.code)).toEqual(['not_kept', 'not_kept', 'not_kept']);
  expect(await readFile(join(root, 'new/b.txt'), 'utf8')).toBe('b1\nb2\n');
});

onPosix(
  'a run on a copy leaves the folder untouched; the thread goes on there, and takes it along when it goes',
  async () => {
    const engine = await testEngine([...WORK, { parts: [call('run_command', { command: 'ls' })] }, say('Again.')]);
    const root = await projectIn(engine.folder, true);
    const { threadId, runId } = good(await engine.start({ workspace: root, workspaceMode: 'copy' }));
    expect(await engine.ended(runId)).toBe('finished');
    expect(await readFile(join(root, 'a.txt'), 'utf8')).toBe('one\ntwo\nthree\n');
    const copy = join(engine.home, 'workspaces', threadId);
    expect(await readFile(join(copy, 'a.txt'), 'utf8')).toBe('one\n2\nthree\nfour\n');
    const opened = good(await engine.ask('thread.open', { threadId, limit: 100 }));
    expect(opened.summary).toMatchObject({
      workspace: copy,
      copy: { kind: 'worktree', of: root, base: expect.stringMatching(/^[0-9a-f]{40}$/) },
    });
    expect(
      good(await engine.ask('files.changed', { threadId })).files.map(({ root, path }) => `${root} ${path}`),
    ).toEqual([`${copy} a.txt`, `${copy} new/b.txt`, `${copy} gone.txt`]);

    const second = good(await engine.start({ threadId }));
    expect(await engine.ended(second.runId)).toBe('finished');
    const { entries } = good(await engine.ask('thread.open', { threadId, limit: 100 })).window;
    expect(entries.find((entry) => entry.kind === 'tool_result' && entry.runId === second.runId)).toMatchObject({
      content: 'exit code 0\na.txt\nnew',
    });
    expect(good(await engine.ask('app.info', {})).recentFolders).toEqual([root]);

    good(await engine.ask('thread.delete', { threadId }));
    expect((await stat(copy)).isDirectory()).toBe(true);
    // What a process leaves deleted the next one removes at once.
    await engine.restart();
    await expect.poll(async () => stat(copy).catch(() => 'gone')).toBe('gone');
    await expect.poll(async () => stat(join(engine.home, 'snapshots', threadId)).catch(() => 'gone')).toBe('gone');
    expect(await readFile(join(root, 'gone.txt'), 'utf8')).toBe('gone\n');
  },
);

test('what cannot start leaves no copy behind', async () => {
  const engine = await testEngine([]);
  const root = await projectIn(engine.folder);
  const bad = await engine.start({ workspace: root, workspaceMode: 'copy', overrides: { model: 'none/model' } });
  expect(bad).toMatchObject({ ok: false, error: { code: 'model_unknown' } });
  await expect(stat(join(engine.home, 'workspaces'))).rejects.toThrow('ENOENT');
  expect(await engine.start({ workspaceMode: 'copy' })).toMatchObject({ error: { code: 'no_folder' } });
});

onPosix('a second run that can write where another one works is told first', async () => {
  const pause = hold();
  const engine = await testEngine((_body, number) =>
    number === 0 ? { parts: [{ hold: pause }, { text: 'Done.' }] } : say('Me too.'),
  );
  const root = await projectIn(engine.folder);
  const inner = join(root, 'inner');
  await mkdir(inner);
  const first = good(await engine.start({ workspace: inner, text: 'The first one' }));
  await pause.reached;
  for (const workspace of [inner, root, join(root, 'inner/.')]) {
    expect(await engine.start({ workspace })).toEqual({
      ok: false,
      error: {
        code: 'folder_busy',
        message: 'A run of “The first one” is working in this folder',
        hint: 'The two may undo each other’s changes. Let this one work on a copy, or start it anyway',
      },
    });
  }
  const other = join(engine.folder, 'other');
  await mkdir(other);
  const both = await Promise.all([engine.start({ workspace: other }), engine.start({ workspace: other })]);
  // Which of the two looks first is the disk's to say.
  expect(both.toSorted((one, two) => Number(two.ok) - Number(one.ok))).toMatchObject([
    { ok: true },
    { ok: false, error: { code: 'folder_busy' } },
  ]);
  const copied = good(await engine.start({ workspace: inner, workspaceMode: 'copy' }));
  const forced = good(await engine.start({ workspace: inner, force: true }));
  pause.release();
  for (const { runId } of [first, copied, forced]) expect(await engine.ended(runId)).toBe('finished');
  good(await engine.start({ workspace: inner }));
});

onPosix(
  'files of a thread that came in from a file are shown, and reverted where they are told to be, unchanged',
  async () => {
    const engine = await testEngine(WORK);
    const root = await projectIn(engine.folder);
    const { threadId: own, runId } = good(await engine.start({ workspace: root }));
    await engine.ended(runId);
    const threadId = await engine.throughFile(own);
    const paths = async (id: string) => good(await engine.ask('files.changed', { threadId: id })).files;
    expect(await paths(threadId)).toEqual(await paths(own));
    const a = { root, path: 'a.txt' };
    const shown = await engine.ask('files.difference', { threadId, ...a });
    expect(shown).toEqual(await engine.ask('files.difference', { threadId: own, ...a }));
    expect(shown).toMatchObject({ value: { type: 'text', added: 2 } });

    // Where it would be written is told first.
    const revert = (anyway: boolean) => engine.ask('files.revert', { threadId, files: [a], anyway });
    const told = { code: 'imported', hint: `What the file says of it would be written in ${root}` };
    expect(await revert(false)).toMatchObject({ value: { done: [], refused: [{ error: told }] } });
    await writeFile(join(root, 'a.txt'), 'other');
    expect(await revert(true)).toMatchObject({ value: { done: [], refused: [{ error: { code: 'changed' } }] } });
    await writeFile(join(root, 'a.txt'), 'one\n2\nthree\nfour\n');
    expect(await revert(true)).toMatchObject({ value: { done: [a], refused: [] } });
    expect(await readFile(join(root, 'a.txt'), 'utf8')).toBe('one\ntwo\nthree\n');
    expect(await engine.ask('files.open', { threadId, ...a })).toMatchObject({ ok: false });
  },
);

onPosix('what a run changed in a copy is applied to the folder, but for what differs there', async () => {
  const engine = await testEngine(WORK);
  const root = await projectIn(engine.folder, true);
  const { threadId, runId } = good(await engine.start({ workspace: root, workspaceMode: 'copy' }));
  await engine.ended(runId);
  await writeFile(join(root, 'gone.txt'), 'mine\n');
  const conflict = { root, path: 'gone.txt', error: { code: 'changed' } };
  const [a, b] = ['a.txt', 'new/b.txt'].map((path) => ({ root, path }));
  // A second time changes nothing.
  for (let time = 0; time < 2; time += 1) {
    const applied = await engine.ask('files.apply', { threadId });
    expect(applied).toMatchObject({ value: { done: [a, b], refused: [conflict] } });
    expect(await readFile(join(root, 'a.txt'), 'utf8')).toBe('one\n2\nthree\nfour\n');
    expect(await readFile(join(root, 'new/b.txt'), 'utf8')).toBe('b1\nb2\n');
    expect(await readFile(join(root, 'gone.txt'), 'utf8')).toBe('mine\n');
  }
  const plain = good(await engine.start({ workspace: root, force: true }));
  await engine.ended(plain.runId);
  expect(await engine.ask('files.apply', { threadId: plain.threadId })).toMatchObject({ error: { code: 'no_copy' } });
});
