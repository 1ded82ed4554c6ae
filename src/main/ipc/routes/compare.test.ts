import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { call, say, type ServerReply } from '../../../../e2e/support/model-server.ts';
import type { Comparison } from '../../../shared/compare/comparison.ts';
import { testEngine, type TestEngine } from '../../files/testing/engine.ts';
import { good } from '../../threads/testing/store.ts';

function todos(...statuses: readonly string[]): object {
  return { todos: statuses.map((status, at) => ({ id: `${at}`, content: `Item ${at}`, status })) };
}

const FIRST: readonly ServerReply[] = [
  { parts: [call('read_file', { path: 'a.txt' }), call('write_todos', todos('in_progress', 'pending'))] },
  { parts: [call('write_file', { path: 'a.txt', content: 'one\n' }), call('write_file', { path: 'l', content: 'l' })] },
  say('Done it one way'),
];
const SECOND: readonly ServerReply[] = [
  { parts: [call('list_files', {}), call('read_file', { path: 'a.txt' })] },
  { parts: [call('write_todos', todos('completed'))] },
  { parts: [call('write_file', { path: 'a.txt', content: 'two\n' })] },
  say('Done it another way'),
];

/** A thread with two branches that answer the same message. */
async function twoWays(): Promise<
  TestEngine & { threadId: string; leaves: readonly string[]; runs: readonly string[] }
> {
  const engine = await testEngine([...FIRST, ...SECOND]);
  const workspace = join(engine.folder, 'project');
  await mkdir(workspace);
  await writeFile(join(workspace, 'a.txt'), 'old\n');
  const overrides = {
    model: 'test/mock',
    todos: 'list',
    approvals: { write_file: 'always', edit_file: 'always' },
  } as const;
  const { threadId, runId } = good(await engine.start({ text: 'Do it', workspace, overrides }));
  await engine.ended(runId);
  const headId = await headOf(engine, threadId);
  const { window } = good(await engine.ask('thread.open', { threadId, limit: 50 }));
  await writeFile(join(workspace, 'a.txt'), 'old\n');
  const entryId = window.entries[0]?.id ?? '';
  const again = good(await engine.ask('run.regenerate', { threadId, entryId, overrides }));
  await engine.ended(again.runId);
  return { ...engine, threadId, leaves: [headId, await headOf(engine, threadId)], runs: [runId, again.runId] };
}

async function headOf(engine: TestEngine, threadId: string): Promise<string> {
  return good(await engine.ask('thread.open', { threadId, limit: 1 })).window.headId ?? '';
}

function told({ rows }: Comparison): readonly string[] {
  return rows.map(({ type, left, right, differs = [] }) => {
    const line = left ?? right;
    return [type, line?.kind === 'call' ? line.name : line?.text, ...differs].join(' ');
  });
}

test('two branches are told apart from where they part: steps, plans, files, totals', async () => {
  const { ask, threadId, leaves, folder } = await twoWays();
  const [one = '', other = ''] = leaves;
  const sides = { left: { threadId, entryId: one }, right: { threadId, entryId: other } };
  const found = good(await ask('compare.of', sides));
  expect(told(found)).toEqual([
    'right list_files',
    'same read_file',
    'changed write_todos input output',
    'changed write_file input',
    'left write_file',
    'changed Done it one way input',
  ]);
  expect(found.common).toMatchObject({ entries: 1 });
  expect(found.left).toMatchObject({ status: 'finished', plan: { done: 0, total: 2 }, line: 'Done it one way' });
  expect(found.right).toMatchObject({ status: 'finished', plan: { done: 1, total: 1 }, line: 'Done it another way' });
  expect([found.left.totals, found.right.totals]).toMatchObject([
    { steps: 3, calls: 4, failedCalls: 0, usage: { calls: 3 } },
    { steps: 4, calls: 4, failedCalls: 0, usage: { calls: 4 } },
  ]);
  expect(found.plan.map(({ left, right, differs }) => [left?.item.id, right?.item.id, differs])).toEqual([
    ['0', '0', ['status']],
    ['1', undefined, []],
  ]);
  expect(found.files).toEqual([
    { path: 'a.txt', left: 'modified', right: 'modified', same: false },
    { path: 'l', left: 'added', same: false },
  ]);
  expect(await readFile(join(folder, 'project', 'a.txt'), 'utf8')).toBe('two\n');
  const file = good(await ask('compare.file', { ...sides, path: 'a.txt' }));
  expect(file.between).toMatchObject({ type: 'text', diff: '@@ -1,1 +1,1 @@\n-one\n+two\n' });
  expect(file.left).toMatchObject({ diff: '@@ -1,1 +1,1 @@\n-old\n+one\n' });
  expect(await ask('compare.file', { ...sides, path: 'no' })).toMatchObject({ error: { code: 'not_changed' } });
});

test('of the branches through an entry the one that is shown is compared, else the newest', async () => {
  const { ask, threadId, leaves } = await twoWays();
  const [one = '', other = ''] = leaves;
  const { window } = good(await ask('thread.open', { threadId, limit: 50 }));
  const shared = { threadId, entryId: window.entries[0]?.id ?? '' };
  const ends = async () => good(await ask('compare.of', { left: shared, right: { threadId, entryId: other } })).left;
  expect(await ends()).toMatchObject({ entryId: other });
  good(await ask('branch.activate', { threadId, entryId: one }));
  expect(await ends()).toMatchObject({ entryId: one });
});

test('a step is told in full, with what differs as a diff', async () => {
  const { ask, threadId, leaves } = await twoWays();
  const [one = '', other = ''] = leaves;
  const sides = { left: { threadId, entryId: one }, right: { threadId, entryId: other } };
  const { rows } = good(await ask('compare.of', sides));
  const answer = rows.at(-1);
  expect(good(await ask('compare.step', { left: answer?.left, right: answer?.right }))).toEqual([
    {
      name: 'Answer',
      type: 'differs',
      diff: [
        '@@ -1,1 +1,1 @@',
        '-Done it one way',
        String.raw`\ No newline at end of file`,
        '+Done it another way',
        String.raw`\ No newline at end of file`,
        '',
      ].join('\n'),
    },
  ]);
  const alone = rows.find(({ type }) => type === 'left');
  expect(good(await ask('compare.step', { left: alone?.left }))).toMatchObject([
    { name: 'Arguments', type: 'left', text: '{\n  "path": "l",\n  "content": "l"\n}' },
    { name: 'Result', type: 'left' },
  ]);
  expect(await ask('compare.step', { left: { entryId: 'no' } })).toMatchObject({ error: { code: 'entry_not_found' } });
});

test('runs and threads are compared as well, and one with itself differs in nothing', async () => {
  const { ask, threadId, leaves, runs } = await twoWays();
  const [first = '', second = ''] = runs;
  const byRun = good(await ask('compare.of', { left: { threadId, runId: first }, right: { threadId, runId: second } }));
  expect(byRun.common).toBeUndefined();
  // The message is of the first run alone: the second answered it again.
  expect(told(byRun).slice(0, 3)).toEqual(['left Do it', 'right list_files', 'same read_file']);
  expect([byRun.left.run?.number, byRun.right.run?.number]).toEqual([1, 2]);

  const fork = good(await ask('branch.fork', { threadId, entryId: leaves[0] ?? '' }));
  const threads = good(await ask('compare.of', { left: { threadId }, right: { threadId: fork.threadId } }));
  expect(told(threads)[0]).toBe('same Do it');
  // What the fork holds are copies: they cost nothing there.
  expect(threads.right.totals.usage.calls).toBe(0);

  const itself = good(await ask('compare.of', { left: { threadId }, right: { threadId } }));
  expect(itself.rows).toEqual([]);
  expect(itself.common?.entryId).toBe(leaves[1]);
});

test('what is not there, or has nothing, is named', async () => {
  const { ask, threadId } = await twoWays();
  const left = { threadId };
  for (const [right, code] of [
    [{ threadId: 'no' }, 'thread_not_found'],
    [{ threadId, entryId: 'no' }, 'entry_not_found'],
    [{ threadId, runId: 'no' }, 'run_not_found'],
    [{ threadId: 'x'.repeat(101) }, 'bad_request'],
  ] as const) {
    expect(await ask('compare.of', { left, right })).toMatchObject({ error: { code } });
    expect(await ask('compare.markdown', { left, right, onlyDifferences: true })).toMatchObject({ error: { code } });
  }
});

test('a comparison leaves as Markdown', async () => {
  const { ask, threadId, leaves } = await twoWays();
  const sides = { left: { threadId, entryId: leaves[0] }, right: { threadId, entryId: leaves[1] } };
  const { markdown } = good(await ask('compare.markdown', { ...sides, onlyDifferences: true }));
  expect(markdown).toContain('| Steps | 3 | 4 |');
  expect(markdown).toContain('- **right only** list\\_files: {}');
  expect(markdown).toContain('  -Done it one way');
  expect(markdown).toContain('| Item 0 (in progress) | Item 0 (done) |');
  expect(markdown).toContain('| a.txt | modified | modified |  |');
  expect(markdown).not.toContain('read\\_file');
  const all = good(await ask('compare.markdown', { ...sides, onlyDifferences: false }));
  expect(all.markdown).toContain('- read\\_file: ');
});
