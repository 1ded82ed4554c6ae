import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { call, say } from '../../../e2e/support/model-server.ts';
import { silentLog } from '../lib/log.ts';
import { good } from '../threads/testing/store.ts';
import { temporaryFolder } from '../threads/testing/temporary-folder.ts';
import { commitAll } from '../workspace/testing/repository.ts';
import { testEngine, type TestEngine } from './testing/engine.ts';
import { openThreadFiles } from './thread-files.ts';

const onPosix = test.skipIf(process.platform === 'win32');

/** Changes the project twice, in two runs, and then looks at it. */
const SCRIPT = [
  { parts: [call('run_command', { command: 'echo first > a.txt; head -c 17000000 /dev/zero > large.bin' })] },
  say('First.'),
  {
    parts: [
      call('write_file', { path: 'a.txt', content: 'second\n' }),
      call('run_command', { command: 'rm kept.txt; echo new > new.txt; echo x >> large.bin' }),
    ],
  },
  say('Second.'),
  { parts: [call('run_command', { command: 'ls; cat a.txt kept.txt' })] },
  say('Looked.'),
];

async function headOf(engine: TestEngine, threadId: string): Promise<string> {
  return good(await engine.ask('thread.open', { threadId, limit: 10 })).window.headId ?? '';
}

onPosix.each([
  ['a plain folder', false],
  ['a Git repository', true],
])(
  'a branch of %s works on a copy of how it was, and names what could not be brought back',
  async (_name, repository) => {
    const engine = await testEngine(SCRIPT);
    const root = join(engine.folder, 'project');
    await mkdir(root);
    await writeFile(join(root, 'kept.txt'), 'kept\n');
    if (repository) commitAll(root);
    const first = good(await engine.start({ workspace: root }));
    await engine.ended(first.runId);
    const { threadId } = first;
    const from = await headOf(engine, threadId);
    expect(good(await engine.ask('branch.files', { threadId, fromEntryId: from }))).toBeNull();
    await engine.ended(good(await engine.start({ threadId })).runId);
    expect(good(await engine.ask('branch.files', { threadId, fromEntryId: from }))).toEqual({
      folder: root,
      changed: 4,
      at: expect.any(Number),
      unrestored: ['large.bin'],
      more: 0,
    });

    const branch = { fromEntryId: from, files: 'then' } as const;
    const then = good(await engine.start({ threadId, branch }));
    expect(await engine.ended(then.runId)).toBe('finished');
    const opened = good(await engine.ask('thread.open', { threadId, limit: 10 }));
    const looked = opened.window.entries.findLast((entry) => entry.kind === 'tool_result');
    expect(looked?.kind === 'tool_result' && looked.content.split('\n').slice(1, 6)).toEqual([
      'a.txt',
      'kept.txt',
      'large.bin',
      'first',
      'kept',
    ]);
    expect(opened.summary.copy).toMatchObject({ of: root, asOf: { unrestored: ['large.bin'], more: 0 } });
    // The folder itself is as it was.
    expect(await readFile(join(root, 'a.txt'), 'utf8')).toBe('second\n');
    await expect(stat(join(root, 'kept.txt'))).rejects.toThrow('ENOENT');
    expect((await readdir(join(engine.home, 'workspaces'))).length).toBe(1);
  },
);

test('a thread’s copies are its own, and go with it', async () => {
  const home = temporaryFolder();
  const files = await openThreadFiles(home, silentLog);
  const project = join(home, 'project');
  await mkdir(project);
  await writeFile(join(project, 'a.txt'), 'a');
  const copies = [
    good(await files.copy('t', project)),
    good(await files.copy('t', project, 'then')),
    good(await files.copy('t2', project)),
  ].map(({ workspace }) => workspace);
  expect(copies.map((copy) => files.holds('t', join(copy, 'src')))).toEqual([true, true, false]);
  expect(files.holds('t', project)).toBe(false);
  await files.release('t');
  expect(await readdir(join(home, 'workspaces'))).toEqual(['t2']);
  await files.close();
});
