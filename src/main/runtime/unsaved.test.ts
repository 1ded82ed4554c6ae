import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import type { Message } from '../../shared/thread/message.ts';
import type { TodoItem } from '../../shared/todos/list.ts';
import type { ScriptedStep } from '../models/scenario.ts';
import { scriptedModel } from '../models/scripted.ts';
import { z } from 'zod';
import { defineTool } from '../agent/tool.ts';
import { entriesSince } from '../threads/entries.ts';
import { countBlobs } from '../threads/blobs.ts';
import { threadMetadata } from '../threads/metadata.ts';
import type { Store } from '../threads/open.ts';
import { headOf } from '../threads/thread-rows.ts';
import { allRows } from '../threads/testing/rows.ts';
import { testStore } from '../threads/testing/store.ts';
import { temporaryFolder } from '../threads/testing/temporary-folder.ts';
import { Agent } from './agent.ts';
import { Cogitator } from './cogitator.ts';
import type { CogitatorOptions } from './cogitator-options.ts';

const agent = new Agent({ name: 'planner', model: 'scripted/test', todos: true });
const open: TodoItem = { id: 'a', content: 'First', status: 'in_progress' };
const done: TodoItem = { ...open, status: 'completed' };
const write = (...todos: readonly TodoItem[]): ScriptedStep => ({
  calls: [{ name: 'write_todos', arguments: { todos } }],
});
const unsaved = { saveHistory: false } as const;

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

/** A program whose model plays `steps`, what each request said, and a look at what it keeps. */
function program(steps: readonly ScriptedStep[], historyLimit?: number) {
  const path = join(temporaryFolder(), 'threads.db');
  const requests: (readonly Message[])[] = [];
  const model = scriptedModel({ id: 'scripted/test', scenario: { steps } });
  const models: CogitatorOptions['models'] = () => ({
    id: model.id,
    stream(request, signal) {
      requests.push(request.messages);
      return model.stream(request, signal);
    },
  });
  const cog = new Cogitator({ memory: { adapter: 'sqlite', path, historyLimit }, models });
  const kept: Store = testStore(path);
  closers.push(async () => {
    await cog.close();
    kept.close();
  });
  return { cog, kept, requests, rows: () => allRows(kept.read) };
}

const said = (messages: readonly Message[] = []) =>
  messages.map((message) =>
    message.role === 'assistant' ? (message.toolCalls?.[0]?.name ?? message.text) : message.role,
  );

test('a run that is not saved goes on from its thread, and nothing of it is kept', async () => {
  const { cog, requests, rows } = program([write(open), { text: 'Planned' }, write(done), { text: 'Tried' }]);
  await cog.run(agent, { input: 'Go', threadId: 't' });
  const before = rows();
  const heard: unknown[] = [];
  cog.observe({ onTodos: (todos, run) => heard.push([todos, run]) });
  const result = await cog.run(agent, { input: 'Try', threadId: 't', ...unsaved });
  expect(result).toEqual({
    threadId: 't',
    runId: expect.any(String),
    status: 'finished',
    output: 'Tried',
    todos: [done],
  });
  expect(heard).toEqual([
    [[open], { threadId: 't', agent: 'planner' }],
    [[done], { threadId: 't', agent: 'planner' }],
  ]);
  expect(said(requests[2])).toEqual(['user', 'write_todos', 'tool', 'Planned', 'user']);
  expect(rows()).toEqual(before);
  await cog.run(agent, { input: 'On', threadId: 't' });
  expect(said(requests[4])).toEqual(['user', 'write_todos', 'tool', 'Planned', 'user']);
});

test('it takes up the list from the metadata of the thread where its messages do not reach', async () => {
  const { cog, kept, requests, rows } = program([write(open), { text: 'Planned' }, { text: 'Tried' }], 1);
  await cog.run(agent, { input: 'Go', threadId: 't' });
  expect(threadMetadata(kept.read, 't')).toMatchObject({ todos: { items: [open] } });
  const before = rows();
  const { todos } = await cog.run(agent, { input: 'Try', threadId: 't', ...unsaved });
  expect(todos).toEqual([open]);
  expect(said(requests[2])).toEqual(['Planned', 'user', 'write_todos', 'tool']);
  expect(rows()).toEqual(before);
});

test('it goes on from an earlier entry, from the beginning, and from nothing', async () => {
  const { cog, kept, requests, rows } = program([
    { text: 'One' },
    { text: 'Two' },
    { text: 'A' },
    { text: 'B' },
    { text: 'C' },
  ]);
  await cog.run(agent, { input: 'First', threadId: 't' });
  const fromEntryId = headOf(kept.read, 't') ?? '';
  await cog.run(agent, { input: 'Second', threadId: 't' });
  const before = rows();
  await cog.run(agent, { input: 'Third', threadId: 't', branch: { fromEntryId }, ...unsaved });
  await cog.run(agent, { input: 'Anew', threadId: 't', branch: { fromEntryId: null }, ...unsaved });
  const { threadId } = await cog.run(agent, { input: 'Alone', ...unsaved });
  expect(requests.slice(2).map(said)).toEqual([['user', 'One', 'user'], ['user'], ['user']]);
  expect(threadId).not.toBe('t');
  expect(rows()).toEqual(before);
  const wrong = cog.run(agent, { input: 'x', threadId: 't', branch: { fromEntryId: 'nowhere' }, ...unsaved });
  await expect(wrong).rejects.toMatchObject({ code: 'entry_not_found' });
});

test('any number of them work beside the run that is saved', async () => {
  const { cog, kept, rows } = program([
    { text: 'One' },
    ...Array.from({ length: 4 }, (): ScriptedStep => ({ text: 'More' })),
  ]);
  await cog.run(agent, { input: 'First', threadId: 't' });
  const blobs = countBlobs(kept.read);
  const results = await Promise.all(
    [true, false, false, false].map((saveHistory) => cog.run(agent, { input: 'Go', threadId: 't', saveHistory })),
  );
  expect(results.map(({ threadId, output }) => [threadId, output])).toEqual(
    Array.from({ length: 4 }, () => ['t', 'More']),
  );
  expect(rows().threads).toHaveLength(1);
  expect(rows().runs).toHaveLength(2);
  expect(countBlobs(kept.read)).toBe(blobs);
});

test('it goes back to an earlier step with changes, and what it changed is kept nowhere', async () => {
  const { cog, kept, requests, rows } = program([write(open), { text: 'Planned' }, { text: 'Tried' }]);
  await cog.run(agent, { input: 'Go', threadId: 't' });
  const planning = entriesSince(kept.read, 't', 0, 100).find((entry) => entry.kind === 'assistant_message');
  const before = rows();
  const changes = { context: 'It is late.' };
  const branch = { fromEntryId: planning?.id ?? '', changes };
  const { status } = await cog.run(agent, { threadId: 't', branch, ...unsaved });
  expect(status).toBe('finished');
  expect(requests[2]?.map((message) => ('content' in message ? message.content : ''))).toEqual([
    'Go',
    expect.stringContaining('It is late.'),
  ]);
  expect(rows()).toEqual(before);
});

test('where nobody decides about a call it is declined, for the run cannot wait', async () => {
  const { cog, requests, rows } = program([{ calls: [{ name: 'deploy', arguments: {} }] }, { text: 'Then not' }]);
  const deploy = defineTool({
    name: 'deploy',
    description: '',
    input: z.looseObject({}),
    concurrency: 'exclusive',
    needsApproval: () => true,
    execute: async () => ({ content: 'deployed' }),
  });
  const before = rows();
  const deployer = new Agent({ name: 'deployer', model: 'scripted/test', tools: [deploy] });
  const { status, output } = await cog.run(deployer, { input: 'Go', ...unsaved });
  expect([status, output]).toEqual(['finished', 'Then not']);
  expect(requests[1]?.at(-1)).toMatchObject({
    role: 'tool',
    content: expect.stringContaining('This run is not saved, and so cannot wait for an approval.'),
  });
  expect(rows()).toEqual(before);
});
