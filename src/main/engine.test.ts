import { expect, test, vi } from 'vitest';
import type { Push } from '../shared/ipc/contract.ts';
import type { AgentRecord } from '../shared/run/agent.ts';
import { DEFAULT_SETTINGS } from '../shared/settings.ts';
import { openEngine } from './engine.ts';
import type { Connection, Engine } from './ipc/connection.ts';
import { silentLog } from './lib/log.ts';
import { good } from './threads/testing/store.ts';
import { temporaryFolder } from './threads/testing/temporary-folder.ts';

async function open(home: string): Promise<Engine> {
  return good(await openEngine({ home, host: { kind: 'web', version: '1', resources: home }, log: silentLog }));
}

async function ask<T>(window: Connection, name: string, input: object): Promise<T> {
  return good(await window.request(name, input)) as T;
}

test('what is no request, or has a wrong input, is answered with what is wrong', async () => {
  const engine = await open(temporaryFolder());
  const window = engine.connect(() => undefined);
  expect(await window.request('toString', {})).toEqual({
    ok: false,
    error: { code: 'bad_request', message: 'There is no request called "toString"' },
  });
  expect(await window.request('run.start', { agentId: 'a', text: '  ' })).toEqual({
    ok: false,
    error: { code: 'bad_request', message: 'Write what the agent should do', hint: 'Look at: text' },
  });
  expect(await window.request('context.compact', { threadId: 't', instruction: 'x'.repeat(10_001) })).toEqual({
    ok: false,
    error: { code: 'bad_request', message: 'This is too long: write 10,000 characters at most' },
  });
  const wrongShape = await window.request('run.stop', null);
  expect(wrongShape).toMatchObject({ ok: false, error: { code: 'bad_request' } });
  expect(wrongShape.ok ? undefined : wrongShape.error).not.toHaveProperty('hint');
  expect(await window.request('thread.open', { threadId: 'nowhere', limit: 10 })).toMatchObject({
    ok: false,
    error: { code: 'thread_not_found' },
  });
  await engine.close();
});

test('a window gets the entries of the threads that it follows, and every summary', async () => {
  const engine = await open(temporaryFolder());
  const [near, far]: [Push[], Push[]] = [[], []];
  const window = engine.connect((push) => near.push(push));
  const other = engine.connect((push) => far.push(push));
  const [agent] = await ask<readonly { id: string }[]>(window, 'agents.list', {});
  const overrides = { model: 'demo/scripted' };
  const { threadId, runId } = await ask<{ threadId: string; runId: string }>(window, 'run.start', {
    agentId: agent?.id,
    text: 'Go',
    overrides,
  });
  const opened = await ask<{ window: { seq: number } }>(window, 'thread.open', { threadId, limit: 10 });
  await ask(window, 'run.stop', { runId });
  await vi.waitFor(() => expect(statuses(far).at(-1)).toBe('stopped'));

  const seqs = near.flatMap((push) => (push.type === 'entries' ? push.entries.map(({ seq }) => seq) : []));
  expect(seqs[0]).toBe(opened.window.seq + 1);
  expect(near.flatMap((push) => (push.type === 'entries' ? push.entries : [])).at(-1)?.kind).toBe('run_finished');
  expect(far.filter(({ type }) => type === 'entries' || type === 'live')).toEqual([]);
  expect(statuses(near)).toEqual(statuses(far));
  other.close();
  await engine.close();
});

test('no run starts in a thread that is deleted, and it can once that is restored', async () => {
  const engine = await open(temporaryFolder());
  const window = engine.connect(() => undefined);
  const [agent] = await ask<readonly { id: string }[]>(window, 'agents.list', {});
  const message = { agentId: agent?.id, text: 'Go', overrides: { model: 'demo/scripted' } };
  const { threadId, runId } = await ask<{ threadId: string; runId: string }>(window, 'run.start', message);
  await ask(window, 'run.stop', { runId });
  await ask(window, 'thread.delete', { threadId });
  for (const [name, input] of [
    ['run.start', { ...message, threadId }],
    ['run.continue', { threadId }],
    ['run.start', { ...message, threadId: 'nowhere' }],
  ] as const) {
    expect(await window.request(name, input)).toMatchObject({ ok: false, error: { code: 'thread_not_found' } });
  }
  await ask(window, 'thread.restore', { threadId });
  await vi.waitFor(async () => expect(await window.request('run.continue', { threadId })).toMatchObject({ ok: true }));
  await engine.close();
});

test('a window that asks a closed engine is told so', async () => {
  const engine = await open(temporaryFolder());
  const window = engine.connect(() => undefined);
  await engine.close();
  expect(await window.request('threads.list', { limit: 5 })).toMatchObject({ ok: false, error: { code: 'closing' } });
});

test('an agent has an id that it was given here', async () => {
  const engine = await open(temporaryFolder());
  const window = engine.connect(() => undefined);
  const [first] = await ask<readonly AgentRecord[]>(window, 'agents.list', {});
  if (first === undefined) throw new Error('no agent');
  for (const id of ['demo', 'made-up']) {
    expect(await window.request('agents.save', { ...first, id })).toMatchObject({ error: { code: 'agent_not_found' } });
  }
  const saved = await ask<AgentRecord>(window, 'agents.save', { ...first, name: 'Other' });
  expect(await ask(window, 'agents.list', {})).toEqual([saved]);
  await engine.close();
});

test('a home is for one engine at a time, and keeps what it was given', async () => {
  const home = temporaryFolder();
  const first = await open(home);
  const host = { kind: 'web', version: '1', resources: home } as const;
  expect(await openEngine({ home, host, log: silentLog })).toMatchObject({ error: { code: 'home_in_use' } });
  await ask(
    first.connect(() => undefined),
    'settings.set',
    { theme: 'dark' },
  );
  await first.close();
  const second = await open(home);
  expect(
    await ask(
      second.connect(() => undefined),
      'settings.get',
      {},
    ),
  ).toEqual({ ...DEFAULT_SETTINGS, theme: 'dark' });
  await second.close();
});

function statuses(pushes: readonly Push[]): readonly string[] {
  return pushes.flatMap((push) => (push.type === 'summary' ? [push.summary.status] : []));
}
