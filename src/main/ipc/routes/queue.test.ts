import { expect, test, vi } from 'vitest';
import type { Push } from '../../../shared/ipc/contract.ts';
import { openEngine } from '../../engine.ts';
import type { Connection } from '../connection.ts';
import { silentLog } from '../../lib/log.ts';
import { good } from '../../threads/testing/store.ts';
import { temporaryFolder } from '../../threads/testing/temporary-folder.ts';

async function ask<T>(window: Connection, name: string, input: object): Promise<T> {
  return good(await window.request(name, input)) as T;
}

test('a message to a run at work waits in its queue, in every window, until somebody sends it', async () => {
  const home = temporaryFolder();
  const engine = good(await openEngine({ home, host: { kind: 'web', version: '1', resources: home }, log: silentLog }));
  const pushes: Push[] = [];
  const window = engine.connect((push) => pushes.push(push));
  const [agent] = await ask<readonly { id: string }[]>(window, 'agents.list', {});
  const overrides = { model: 'demo/scripted' };
  const start = { agentId: agent?.id, text: 'Go', overrides };
  const { threadId, runId } = await ask<{ threadId: string; runId: string }>(window, 'run.start', start);

  const { id } = await ask<{ id: string }>(window, 'queue.add', { threadId, text: ' And this ' });
  const queued = { id, threadId, runId, text: 'And this', attachments: [] };
  expect(await ask(window, 'queue.list', { threadId })).toMatchObject([queued]);
  expect(pushes).toContainEqual({ type: 'changed', what: 'queue' });
  await ask(window, 'queue.edit', { id, text: 'Rather this' });
  const { id: second } = await ask<{ id: string }>(window, 'queue.add', { threadId, text: 'Second' });
  await ask(window, 'queue.move', { id: second, beforeId: id });
  expect(await ask(window, 'queue.list', { threadId })).toMatchObject([{ text: 'Second' }, { text: 'Rather this' }]);
  await ask(window, 'queue.remove', { id: second });
  expect(await window.request('queue.edit', { id: second, text: 'Late' })).toMatchObject({
    error: { code: 'queue_gone' },
  });

  await ask(window, 'run.stop', { runId });
  const over = { error: { code: 'run_not_active' } };
  await vi.waitFor(async () => expect(await window.request('queue.give', { id })).toMatchObject(over));
  expect(await window.request('queue.add', { threadId, text: 'Late' })).toMatchObject(over);
  // A new run does not take it by itself, unless it is told to.
  const next = await ask<{ runId: string }>(window, 'run.start', { ...start, threadId });
  expect(await ask(window, 'queue.list', { threadId })).toMatchObject([{ runId }]);
  await ask(window, 'queue.give', { id });
  expect(await ask(window, 'queue.list', { threadId })).toMatchObject([{ runId: next.runId }]);

  // Sent instead of what runs; its words are those that the queue holds.
  const sent = { ...start, threadId, text: 'Other words', interrupt: true, queuedId: id };
  await ask(window, 'run.start', sent);
  expect(await ask(window, 'queue.list', { threadId })).toEqual([]);
  const opened = await ask<{ window: { entries: readonly object[] } }>(window, 'thread.open', { threadId, limit: 20 });
  expect(opened.window.entries).toContainEqual(expect.objectContaining({ id, text: 'Rather this' }));
  expect(await window.request('run.start', sent)).toMatchObject({ error: { code: 'queue_gone' } });
  await engine.close();
});
