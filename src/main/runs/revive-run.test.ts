import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { call, say } from '../../../e2e/support/model-server.ts';
import { must } from '../../shared/lib/assert.ts';
import { openEngine } from '../engine.ts';
import { testEngine } from '../files/testing/engine.ts';
import { silentLog } from '../lib/log.ts';
import { STORE_FILE } from '../threads/open.ts';
import { newestRun } from '../threads/runs.ts';
import { append, assistant, good, started, testStore, testThread, user } from '../threads/testing/store.ts';
import { temporaryFolder } from '../threads/testing/temporary-folder.ts';

/** A home in which a run of this agent waited for an approval when its program ended. */
function homeWith(agent: Parameters<typeof started>[0]): string {
  const home = temporaryFolder();
  const store = testStore(join(home, STORE_FILE));
  const { write: db } = store;
  testThread(db);
  const call = { id: 'c', name: 'read_file', arguments: '{"path":"a"}' };
  append(db, {
    runId: 'run',
    tip: null,
    drafts: [
      { id: 'u', body: user() },
      { id: 's', targetId: 'u', body: started(agent) },
      { id: 'a', body: assistant({ text: '', calls: [call], finish: 'tool_calls' }) },
      {
        id: 'q',
        targetId: 'a',
        body: { kind: 'approval_asked', callId: 'c', toolName: 'read_file', arguments: call.arguments },
      },
    ],
  });
  store.close();
  return home;
}

/** How the run stands once an engine has been opened on the home. */
async function reopened(home: string): Promise<unknown> {
  const engine = good(await openEngine({ home, host: { kind: 'web', version: '1', resources: home }, log: silentLog }));
  const counts = engine.runs();
  await engine.close();
  const store = testStore(join(home, STORE_FILE));
  const run = newestRun(store.read, 'thread');
  store.close();
  return { waiting: counts.waiting, status: run?.status, error: run?.error };
}

test('a run goes on waiting with the agent that it had, though nobody has set that up any more', async () => {
  const home = homeWith({ id: 'gone', model: 'demo/scripted', tools: ['read_file'] });
  expect(await reopened(home)).toEqual({ waiting: 1, status: 'waiting', error: undefined });
  expect(await reopened(home)).toEqual({ waiting: 1, status: 'waiting', error: undefined });
});

test.each([
  ['model address is gone', { model: 'gone/model' }, 'model_unknown', /^A model is named .*Then press Continue$/],
  ['code is not loaded', { id: 'code:/a.ts#x' }, 'code_not_loaded', /^Load it with "runlight dev".*Continue$/],
])('a run whose %s is interrupted, and says what to do', async (_, agent, code, hint) => {
  expect(await reopened(homeWith(agent))).toEqual({
    waiting: 0,
    status: 'interrupted',
    error: { code, message: expect.stringMatching(/^It waited for an approval/), hint: expect.stringMatching(hint) },
  });
});

test('what a sub-agent asks outlives the program, and is decided from a window', async () => {
  const engine = await testEngine([
    { parts: [call('ask_worker', { task: 'Look' })] },
    { parts: [call('run_command', { command: 'true' })] },
    say('Looked'),
    say('All done'),
  ]);
  const { ask, folder } = engine;
  const [settings] = good(await ask('agents.list', {}));
  const { id: _, version: __, updatedAt: ___, ...plain } = must(settings, 'the first agent');
  const asks = { ...plain, model: 'test/mock', tools: ['run_command'], approvals: { run_command: 'ask' as const } };
  const worker = good(await ask('agents.save', { ...asks, name: 'Worker' }));
  const lead = good(await ask('agents.save', { ...asks, name: 'Lead', subagents: [worker.id] }));
  const { threadId, runId } = good(await engine.start({ agentId: lead.id, workspace: folder, overrides: {} }));
  const approvals = async () => good(await ask('overview.now', {})).flatMap((one) => one.approvals);
  await vi.waitFor(async () => expect(await approvals()).toHaveLength(1));
  const before = await approvals();
  // It goes on with the agents as they were.
  good(await ask('agents.delete', { id: worker.id }));
  await engine.restart();
  expect(await approvals()).toEqual(before);
  expect(good(await ask('runs.counts', {}))).toMatchObject({ waiting: 1 });
  const [waiting] = before;
  expect(waiting).toMatchObject({ agent: 'Worker', toolName: 'run_command' });
  good(await ask('thread.open', { threadId, limit: 1 }));
  await vi.waitFor(async () => good(await ask('run.decideAll', { runId, decision: 'approved' })));
  expect(await engine.ended(runId)).toBe('finished');
  const { window, summary } = good(await ask('thread.open', { threadId, limit: 100 }));
  expect(window.entries.flatMap((entry) => ('text' in entry ? [entry.text] : []))).toEqual(['Go', '', 'All done']);
  expect([summary.usage.calls, summary.usageBelow?.calls]).toEqual([4, 2]);
});
