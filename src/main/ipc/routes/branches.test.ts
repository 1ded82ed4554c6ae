import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { call, say } from '../../../../e2e/support/model-server.ts';
import { testEngine, type TestEngine } from '../../files/testing/engine.ts';
import { good } from '../../threads/testing/store.ts';

async function windowOf(engine: TestEngine, threadId: string) {
  return good(await engine.ask('thread.open', { threadId, limit: 50 }));
}

async function texts(engine: TestEngine, threadId: string): Promise<readonly string[]> {
  const { window } = await windowOf(engine, threadId);
  return window.entries.flatMap((entry) => ('text' in entry && entry.text !== '' ? [entry.text] : []));
}

test('an answer is made again by the agent of then, by another, and in other words', async () => {
  const engine = await testEngine((body) => {
    const system = JSON.stringify(body.messages[0]?.content);
    return say(system.includes('in verse') ? 'In verse' : 'In prose');
  });
  const { threadId, runId } = good(await engine.start({ text: 'Tell me' }));
  await engine.ended(runId);
  const entryId = (await windowOf(engine, threadId)).window.headId ?? '';
  const overrides = { instructions: 'Answer in verse.' };
  const verse = good(await engine.ask('run.regenerate', { threadId, entryId, overrides }));
  await engine.ended(verse.runId);
  expect(await texts(engine, threadId)).toEqual(['Tell me', 'In verse']);
  expect((await windowOf(engine, threadId)).summary).toMatchObject({ runId: verse.runId, model: 'test/mock' });

  // A switch of branch brings its agent back as well: what follows goes on in prose.
  good(await engine.ask('branch.activate', { threadId, entryId }));
  const [agent] = good(await engine.ask('agents.list', {}));
  const next = good(await engine.ask('run.start', { threadId, agentId: agent?.id ?? '', text: 'More' }));
  await engine.ended(next.runId);
  expect(await texts(engine, threadId)).toEqual(['Tell me', 'In prose', 'More', 'In prose']);

  const listed = good(await engine.ask('thread.runs', { threadId, limit: 10 }));
  expect(listed.map(({ number, onBranch }) => [number, onBranch])).toEqual([
    [3, true],
    [2, false],
    [1, true],
  ]);

  const beside = good(
    await engine.ask('run.regenerate', {
      threadId,
      entryId,
      agentId: agent?.id,
      overrides: { model: 'test/mock' },
      activate: false,
    }),
  );
  await engine.ended(beside.runId);
  expect(await texts(engine, threadId)).toEqual(['Tell me', 'In prose', 'More', 'In prose']);
  const { leaves } = good(await engine.ask('branch.leaves', { threadId, limit: 10 }));
  expect(leaves.map(({ line, active }) => [line, active])).toEqual([
    ['In prose', false],
    ['In prose', true],
    ['In verse', false],
  ]);
});

test('what only a file says of an agent is not gone by when it answers again', async () => {
  const engine = await testEngine([say('One'), say('Two')]);
  const { threadId, runId } = good(await engine.start({}));
  await engine.ended(runId);
  const imported = await engine.throughFile(threadId);
  const entryId = (await windowOf(engine, imported)).window.headId ?? '';
  expect(await engine.ask('run.regenerate', { threadId: imported, entryId })).toMatchObject({
    error: { code: 'choose_agent' },
  });
  expect(await engine.ask('run.regenerate', { threadId: imported, entryId: 'nowhere' })).toMatchObject({
    error: { code: 'entry_not_found' },
  });
  const [agent] = good(await engine.ask('agents.list', {}));
  const overrides = { model: 'test/mock' };
  const again = good(
    await engine.ask('run.regenerate', { threadId: imported, entryId, agentId: agent?.id, overrides }),
  );
  await engine.ended(again.runId);
  expect(await texts(engine, imported)).toEqual(['Go', 'Two']);
});

test.skipIf(process.platform === 'win32')(
  'a fork goes on in the same folder, and runs the calls that it was cut at',
  async () => {
    const engine = await testEngine([
      { parts: [call('run_command', { command: 'echo x >> log.txt' })] },
      say('Done'),
      say('Again'),
    ]);
    const root = join(engine.folder, 'project');
    await mkdir(root);
    await writeFile(join(root, 'log.txt'), '');
    const { threadId, runId } = good(await engine.start({ workspace: root }));
    await engine.ended(runId);
    const called = (await windowOf(engine, threadId)).window.entries.find(({ kind }) => kind === 'assistant_message');
    const fork = good(await engine.ask('branch.fork', { threadId, entryId: called?.id ?? '' }));
    expect((await windowOf(engine, fork.threadId)).summary).toMatchObject({ status: 'interrupted', workspace: root });
    const continued = good(await engine.ask('run.continue', { threadId: fork.threadId }));
    await engine.ended(continued.runId);
    expect(await readFile(join(root, 'log.txt'), 'utf8')).toBe('x\nx\n');
    expect(await texts(engine, fork.threadId)).toEqual(['Go', 'Again']);
    expect(
      await engine.ask('run.regenerate', { threadId, entryId: (await resultOf(engine, threadId)) ?? '' }),
    ).toMatchObject({
      error: { code: 'not_an_answer' },
    });
  },
);

async function resultOf(engine: TestEngine, threadId: string): Promise<string | undefined> {
  return (await windowOf(engine, threadId)).window.entries.find(({ kind }) => kind === 'tool_result')?.id;
}
