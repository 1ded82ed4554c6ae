import { afterEach, expect, test } from 'vitest';
import { childrenOf } from '../threads/children.ts';
import { threadMetadata } from '../threads/metadata.ts';
import { allRows } from '../threads/testing/rows.ts';
import { good } from '../threads/testing/store.ts';
import { agentOf, closeDesks, createDesk, message } from './testing/desk.ts';
import { asking, named } from './testing/family.ts';

afterEach(closeDesks);

const unsaved = { saveHistory: false } as const;
const TODOS = { todos: [{ id: 'a', content: 'Plan', status: 'in_progress' }] };

test('a run that is not saved keeps its list, and its sub-agents, in memory, and writes no metadata', async () => {
  const desk = createDesk();
  const { home, unsaved: memory } = desk.deps.stores;
  const before = allRows(home.read);
  const child = named('helper', [{ text: 'Helped' }]);
  const agent = named(
    'asker',
    [{ calls: [{ name: 'write_todos', arguments: TODOS }, asking('helper', 'Help')] }, { text: 'Done' }],
    { subagents: [child] },
  );
  const { threadId, ended } = good(desk.runs.start({ agent, input: message('Go'), ...unsaved }));
  expect(await ended).toMatchObject({ status: 'finished', todos: TODOS.todos });
  expect(allRows(home.read)).toEqual(before);
  expect(childrenOf(memory.read, threadId)).toHaveLength(1);
  expect(threadMetadata(memory.read, threadId)).toEqual({});
});

test('what is not saved counts for the limit of a day', async () => {
  const desk = createDesk();
  const agent = agentOf([
    { text: 'Done', cost: 2, tokens: { input: 1, output: 1, cacheRead: 0, cacheWrite: 0, reasoning: 0 } },
  ]);
  const limited = { ...agent, snapshot: { ...agent.snapshot, id: 'a', limits: { steps: 9, costPerDay: 2 } } };
  await good(desk.runs.start({ agent: limited, input: message('Go'), ...unsaved })).ended;
  expect(desk.runs.start({ agent: limited, input: message('Go') })).toMatchObject({
    error: { code: 'day_cost_reached' },
  });
});

test.each([
  [true, 'session'],
  [false, 'memory'],
] as const)('a plan in phases says where it is kept: saved %s', async (saveHistory, storage) => {
  const desk = createDesk();
  const call = { name: 'todo', arguments: { op: 'init', items: ['Plan'] } };
  const agent = agentOf([{ calls: [call] }, { text: 'Done' }]);
  const phased = { ...agent, snapshot: { ...agent.snapshot, todos: 'phases' as const } };
  const { ended } = good(desk.runs.start({ agent: phased, input: message('Go'), saveHistory }));
  await ended;
  const results = desk.pushes
    .flatMap((push) => (push.type === 'entries' ? push.entries : []))
    .filter((entry) => entry.kind === 'tool_result');
  expect(results.map(({ details }) => details)).toMatchObject([{ storage }]);
});
