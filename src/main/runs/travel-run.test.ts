import { afterEach, expect, test } from 'vitest';
import { z } from 'zod';
import { defineTool } from '../agent/tool.ts';
import type { ModelRequest } from '../agent/model.ts';
import { scriptedModel } from '../models/scripted.ts';
import type { ScriptedStep } from '../models/scenario.ts';
import { parseKeptTodos, todosIn } from '../../shared/todos/list.ts';
import { wholeBranch } from '../threads/branches.ts';
import { threadMetadata } from '../threads/metadata.ts';
import { planAt } from '../threads/plans.ts';
import { headOf } from '../threads/thread-rows.ts';
import { good } from '../threads/testing/store.ts';
import { contextOf } from './context-of.ts';
import { agentOf, closeDesks, createDesk, entriesOf, message, type Desk } from './testing/desk.ts';
import { travelFrom, type TravelChanges } from './travel.ts';

afterEach(closeDesks);

const read = defineTool({
  name: 'read',
  description: '',
  input: z.looseObject({}),
  concurrency: 'parallel',
  execute: async () => ({ content: 'the file' }),
});
const STEPS: readonly ScriptedStep[] = [
  {
    calls: [
      { name: 'read', arguments: {} },
      { name: 'read', arguments: {} },
    ],
  },
  { text: 'Done' },
];

function agent(requests: ModelRequest[], steps = STEPS) {
  const inner = scriptedModel({ id: 'scripted/test', scenario: { steps } });
  const stream = (request: ModelRequest, signal: AbortSignal) => {
    requests.push(request);
    return inner.stream(request, signal);
  };
  return agentOf({ id: inner.id, stream }, [read]);
}

/** Runs once, then goes back to the first answer with these changes: what the model was sent first, and where the head is. */
async function travelled(desk: Desk, changes: TravelChanges, activate = true) {
  await good(desk.runs.start({ agent: agent([]), threadId: 't', input: message('Go') })).ended;
  const head = headOf(desk.store.read, 't') ?? '';
  const first = entriesOf(desk).find(({ kind }) => kind === 'assistant_message')?.id ?? '';
  const path = wholeBranch(desk.store.read, 't', head);
  const { parentId, drafts } = good(travelFrom(path, first, changes, desk.deps.newId));
  const requests: ModelRequest[] = [];
  const started = good(
    desk.runs.start({
      agent: agent(requests),
      threadId: 't',
      input: { type: 'travel', drafts },
      at: { parentId, activate },
    }),
  );
  expect((await started.ended).status).toBe('finished');
  const [request] = requests;
  if (request === undefined) throw new Error('the model was not asked');
  return { request, head, newHead: headOf(desk.store.read, 't'), runId: started.runId };
}

test('the model reads the changed result in the place of the one that there was', async () => {
  const desk = createDesk();
  const { request, head, newHead } = await travelled(desk, { result: { callId: 'call_1_1', content: 'another file' } });
  expect(request.messages.filter(({ role }) => role === 'tool')).toMatchObject([
    { toolCallId: 'call_1_1', content: 'another file' },
    { toolCallId: 'call_1_2', content: 'the file' },
  ]);
  expect(newHead).not.toBe(head);
  expect(wholeBranch(desk.store.read, 't', head).at(-1)).toMatchObject({ text: 'Done' });
});

test('beside the active branch, which stays', async () => {
  const desk = createDesk();
  const { head, newHead } = await travelled(desk, { context: 'It is Monday.' }, false);
  expect(newHead).toBe(head);
});

test('the model is asked again for the step, with more context and fewer tools, as its context tells', async () => {
  const desk = createDesk();
  const { request, runId } = await travelled(desk, { context: 'It is Monday.', withoutTools: ['write_todos'] });
  expect(request.messages).toEqual([
    { role: 'user', content: 'Go' },
    { role: 'user', content: '<system-reminder>\nIt is Monday.\n</system-reminder>', developer: true },
  ]);
  expect(request.tools.map(({ name }) => name)).toEqual(['read']);
  const intervention = entriesOf(desk).find(({ kind }) => kind === 'intervention')?.id ?? '';
  const context = good(contextOf(desk.store.read, { threadId: 't', entryId: intervention, runId }));
  expect(context).toMatchObject({ messages: request.messages, tools: request.tools, sent: { matches: true } });
});

test('another message is answered instead', async () => {
  const desk = createDesk();
  const { request } = await travelled(desk, { message: 'Stop' });
  expect(request.messages).toEqual([{ role: 'user', content: 'Stop' }]);
});

test('a list whose result was changed is written all the same: on the branch, in the plan, and in the copy of the thread', async () => {
  const desk = createDesk();
  const list = (content: string): ScriptedStep => ({
    calls: [{ name: 'write_todos', arguments: { todos: [{ id: 'a', content, status: 'pending' }] } }],
  });
  const steps = [list('First'), list('Second'), { text: 'Done' }];
  await good(desk.runs.start({ agent: agent([], steps), threadId: 't', input: message('Go') })).ended;
  const [, second] = entriesOf(desk).filter(({ kind }) => kind === 'assistant_message');
  const { read: db } = desk.store;
  const path = wholeBranch(db, 't', headOf(db, 't') ?? '');
  const go = async (changes: TravelChanges): Promise<void> => {
    const { parentId, drafts } = good(travelFrom(path, second?.id ?? '', changes, desk.deps.newId));
    const at = { parentId, activate: true };
    await good(desk.runs.start({ agent: agent([], steps), threadId: 't', input: { type: 'travel', drafts }, at }))
      .ended;
  };
  const items = (): unknown => ({
    plan: planAt(db, headOf(db, 't') ?? '')?.phases.map((phase) => phase.items.map(({ content }) => content)),
    copy: parseKeptTodos(threadMetadata(db, 't').todos)?.items.map(({ content }) => content),
  });
  await go({ result: { callId: 'call_2_1', content: 'Written, and noted elsewhere' } });
  expect(items()).toEqual({ plan: [['Second']], copy: ['Second'] });
  await go({ result: { callId: 'call_2_1', content: 'No', isError: true } });
  expect(items()).toEqual({ plan: [['First']], copy: ['First'] });
  const requests: ModelRequest[] = [];
  const more = { agent: agent(requests, [{ text: 'Ok' }]), threadId: 't', input: message('More'), historyLimit: 1 };
  await good(desk.runs.start(more)).ended;
  expect(todosIn(requests[0]?.messages ?? [])).toMatchObject([{ content: 'First' }]);
});
