import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openEngine } from '../engine.ts';
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
