import { afterEach, expect, test } from 'vitest';
import type { TodoPhase } from '../../shared/todos/phases.ts';
import type { ScriptedStep } from '../models/scenario.ts';
import { scriptedModel } from '../models/scripted.ts';
import { openStore } from '../threads/open.ts';
import { threadMetadata } from '../threads/metadata.ts';
import { temporaryFolder } from '../threads/testing/temporary-folder.ts';
import { silentLog } from '../lib/log.ts';
import { good } from '../threads/testing/store.ts';
import { Agent } from './agent.ts';
import { Cogitator } from './cogitator.ts';
import type { CogitatorOptions } from './cogitator-options.ts';

const agent = new Agent({ name: 'planner', model: 'scripted/test', todos: 'phases' });
const call = (input: object): ScriptedStep => ({ calls: [{ name: 'todo', arguments: { ...input } }] });
const INIT = call({ op: 'init', items: ['a', 'b'] });
const DONE = call({ op: 'done', task: 'a' });
const ASK: ScriptedStep = { text: 'Shall I?' };

/** `>a, b`: in progress, then pending; `xa`: completed. */
const MARKS = { pending: '', in_progress: '>', completed: 'x', abandoned: '-', blocked: '!' } as const;
const short = (phases: readonly TodoPhase[] = []): string =>
  phases.flatMap(({ tasks }) => tasks.map(({ content, status }) => `${MARKS[status]}${content}`)).join();

const opened: Cogitator[] = [];
afterEach(async () => {
  for (const cog of opened.splice(0)) await cog.close();
});

function cogitator(steps: readonly ScriptedStep[], more: Partial<CogitatorOptions> = {}): Cogitator {
  const model = scriptedModel({ id: 'scripted/test', scenario: { steps } });
  const cog = new Cogitator({ memory: { adapter: 'memory' }, models: () => model, ...more });
  opened.push(cog);
  return cog;
}

test('a plan in phases is told with each change: to the option first, then to each observer, whoever throws', async () => {
  const heard: string[] = [];
  const cog = cogitator([INIT, call({ op: 'view' }), DONE, call({ op: 'done', task: 'a' }), ASK], {
    observers: [
      {
        onTodoPhases: () => {
          throw new Error('mine');
        },
      },
      { onTodoPhases: (phases, run) => heard.push(`observer ${short(phases)} ${run.agent} ${run.threadId}`) },
    ],
  });
  const result = await cog.run(agent, {
    input: 'Go',
    threadId: 't',
    onTodoPhases: (phases) => heard.push(`option ${short(phases)}`),
    onTodos: () => heard.push('a flat list'),
  });
  expect(heard.slice(0, 4)).toEqual([
    'option >a,b',
    'observer >a,b planner t',
    'option xa,>b',
    'observer xa,>b planner t',
  ]);
  expect([short(result.todoPhases), result.todos]).toEqual(['xa,>b', undefined]);
});

test('it is told once at the start of a run that goes on from one, and is in the result though nothing changed it', async () => {
  const cog = cogitator([INIT, ASK, { text: 'Well?' }], { todos: { stripsOnResume: false } });
  await cog.run(agent, { input: 'Go', threadId: 't' });
  const heard: string[] = [];
  const { todoPhases } = await cog.run(agent, {
    input: 'More',
    threadId: 't',
    onTodoPhases: (phases) => heard.push(short(phases)),
  });
  expect([heard, short(todoPhases)]).toEqual([['>a,b'], '>a,b']);
});

test('there is none where none was written, or where the agent keeps none', async () => {
  const none = await cogitator([{ text: 'Hi' }]).run(agent, { input: 'Go' });
  expect(['todoPhases' in none, 'todos' in none]).toEqual([false, false]);
  const plain = new Agent({ name: 'plain', model: 'scripted/test' });
  const cog = cogitator([INIT, ASK, { text: 'Hi' }]);
  await cog.run(agent, { input: 'Go', threadId: 't' });
  expect('todoPhases' in (await cog.run(plain, { input: 'More', threadId: 't' }))).toBe(false);
});

test('the thread gets no copy of it beside its entries', async () => {
  const path = `${temporaryFolder()}/threads.db`;
  const cog = cogitator([INIT, ASK], { memory: { adapter: 'sqlite', path } });
  await cog.run(agent, { input: 'Go', threadId: 't' });
  const store = good(openStore({ file: path, now: Date.now, log: silentLog }));
  expect(threadMetadata(store.read, 't')).toEqual({});
  store.close();
});
