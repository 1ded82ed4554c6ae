import { expect, test, vi } from 'vitest';
import type { AgentOverrides } from '../../../shared/run/agent.ts';
import { openEngine } from '../../engine.ts';
import { silentLog } from '../../lib/log.ts';
import { good } from '../../threads/testing/store.ts';
import { temporaryFolder } from '../../threads/testing/temporary-folder.ts';

type Opened = { readonly summary: { readonly status: string; readonly model?: string } };

test('a model that is chosen for a run stays with the thread, besides what else is overridden, until the agent’s own is', async () => {
  const home = temporaryFolder();
  const engine = good(await openEngine({ home, host: { kind: 'web', version: '1', resources: home }, log: silentLog }));
  const window = engine.connect(() => undefined);
  const ask = async <T>(name: string, input: object): Promise<T> => good(await window.request(name, input)) as T;
  const [agent] = await ask<readonly { id: string }[]>('agents.list', {});
  const overrides: AgentOverrides = { model: 'demo/scripted', todos: 'phases' };
  const start = { agentId: agent?.id, text: 'Go' };
  const { threadId } = await ask<{ threadId: string }>('run.start', { ...start, overrides });

  async function next(more: object): Promise<unknown> {
    await vi.waitFor(async () => {
      const { summary } = await ask<Opened>('thread.open', { threadId, limit: 1 });
      expect(['running', 'queued', 'waiting']).not.toContain(summary.status);
    });
    return window.request('run.start', { ...start, threadId, ...more });
  }
  async function overridden(): Promise<unknown> {
    const { window: shown } = await ask<{ window: { notes: readonly { kind: string; agent?: object }[] } }>(
      'thread.open',
      {
        threadId,
        limit: 500,
      },
    );
    return shown.notes.findLast(({ kind }) => kind === 'run_started')?.agent;
  }

  await ask('runs.stopAll', {});
  expect(await next({ model: 'demo/scripted' })).toMatchObject({ ok: true });
  expect(await overridden()).toMatchObject({ overrides });
  await ask('runs.stopAll', {});
  expect(await next({ model: 'nowhere/x' })).toMatchObject({ error: { code: 'model_unknown' } });
  expect(await next({ model: '' })).toMatchObject({ error: { code: 'bad_request' } });
  expect(await next({ model: null })).toMatchObject({ ok: true });
  expect(await overridden()).toMatchObject({ model: 'demo/scripted', overrides: { todos: 'phases' } });
  expect(await overridden()).not.toHaveProperty('overrides.model');
  await engine.close();
});
