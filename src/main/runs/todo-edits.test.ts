import { afterEach, expect, test, vi } from 'vitest';
import type { PathBody } from '../../shared/thread/entry.ts';
import type { TodoItem } from '../../shared/todos/list.ts';
import { markdownToPhases } from '../../shared/todos/phases-markdown.ts';
import type { Model } from '../agent/model.ts';
import { appendEntries } from '../threads/append.ts';
import { threadMetadata } from '../threads/metadata.ts';
import { good } from '../threads/testing/store.ts';
import { headOf } from '../threads/thread-rows.ts';
import { newestRun } from '../threads/runs.ts';
import type { RunsDeps } from './deps.ts';
import { createRuns } from './registry.ts';
import {
  agentOf,
  asks,
  closeDesks,
  createDesk,
  entriesOf,
  hanging,
  kinds,
  message,
  type Desk,
} from './testing/desk.ts';
import { createTodoEdits, type TodoEdits } from './todo-edits.ts';

afterEach(closeDesks);

const ITEMS: readonly TodoItem[] = [{ id: 'a', content: 'A', status: 'in_progress' }];
const WRITE = { calls: [{ name: 'write_todos', arguments: { todos: ITEMS } }] };
const INIT = { calls: [{ name: 'todo', arguments: { op: 'init', items: ['a', 'b'] } }] };

type Kind = 'list' | 'phases' | false;

function deskOf(changes: Partial<RunsDeps> = {}): Desk & { readonly todos: TodoEdits } {
  const desk = createDesk(changes);
  return { ...desk, todos: createTodoEdits(desk.deps, desk.runs) };
}

function agent(kind: Kind, steps: Parameters<typeof agentOf>[0]): ReturnType<typeof agentOf> {
  const whole = agentOf(steps);
  return { ...whole, snapshot: { ...whole.snapshot, todos: kind } };
}

function start({ runs }: Desk, kind: Kind, steps: Parameters<typeof agentOf>[0]) {
  return good(runs.start({ agent: agent(kind, steps), threadId: 't', input: message('Go') }));
}

async function ran(desk: Desk, kind: Kind, steps: Parameters<typeof agentOf>[0]): Promise<void> {
  await start(desk, kind, steps).ended;
}

function put(desk: Desk, body: PathBody): void {
  const tip = headOf(desk.store.read, 't') ?? null;
  const drafts = [{ id: desk.deps.newId(), body }];
  good(appendEntries(desk.store.write, { threadId: 't', at: 0, tip, drafts, head: 'follow' }));
}

const last = (desk: Desk) => entriesOf(desk).at(-1);

test('an edit is stored at the end of the branch, told to every window, and copied to the thread', async () => {
  const desk = deskOf();
  await ran(desk, 'list', [WRITE, { text: 'Done' }]);
  const before = headOf(desk.store.read, 't');
  const edited = good(desk.todos.edit('t', { type: 'done', task: 'a' }));
  const items = [{ id: 'a', content: 'A', status: 'completed' }];
  expect(edited.action).toBe('The person completed “A”.');
  expect(last(desk)).toMatchObject({
    id: edited.entryId,
    kind: 'user_todo_edit',
    parentId: before,
    action: edited.action,
    items,
  });
  expect(headOf(desk.store.read, 't')).toBe(edited.entryId);
  expect(desk.pushes.at(-1)).toMatchObject({
    type: 'entries',
    headId: edited.entryId,
    entries: [{ id: edited.entryId }],
  });
  expect(threadMetadata(desk.store.read, 't').todos).toEqual({ items, entryId: edited.entryId });
});

test('what is added without a plan begins one of the kind that the agent keeps', async () => {
  for (const [kind, state] of [
    ['list', { items: [{ id: 'write-it', content: 'Write it', status: 'pending' }] }],
    ['phases', { phases: [{ name: 'Tasks', tasks: [{ content: 'Write it', status: 'in_progress' }] }] }],
  ] as const) {
    const desk = deskOf();
    await ran(desk, kind, [{ text: 'Done' }]);
    good(desk.todos.edit('t', { type: 'add', content: 'Write it' }));
    expect(last(desk)).toMatchObject(state);
  }
});

test('what cannot be changed says why, and writes nothing', async () => {
  const desk = deskOf();
  await ran(desk, false, [{ text: 'Done' }]);
  const count = entriesOf(desk).length;
  expect(desk.todos.edit('t', { type: 'add', content: 'x' })).toMatchObject({ error: { code: 'todo_off' } });
  expect(desk.todos.edit('none', { type: 'add', content: 'x' })).toMatchObject({ error: { code: 'thread_not_found' } });
  expect(entriesOf(desk)).toHaveLength(count);
  const foreign = { kind: 'other', value: { todos: [{ id: '1', content: 'x', status: 'cancelled' }] } } as const;
  const result = { messageId: 'm', callId: 'c', toolName: 'todowrite', content: 'ok', isError: false } as const;
  put(desk, { kind: 'tool_result', ...result, details: foreign });
  expect(desk.todos.edit('t', { type: 'rm', task: '1' })).toMatchObject({ error: { code: 'todo_foreign' } });
});

test('the newest change of a person is taken back, and only that', async () => {
  const desk = deskOf();
  await ran(desk, 'phases', [INIT, { text: 'Done?' }]);
  const first = good(desk.todos.edit('t', { type: 'done', task: 'a' }));
  const second = good(desk.todos.edit('t', { type: 'rm', task: 'b' }));
  expect(desk.todos.undo('t', first.entryId)).toMatchObject({ error: { code: 'todo_moved_on' } });
  const undone = good(desk.todos.undo('t', second.entryId));
  expect(undone.action).toBe('The person took back their last change of the list.');
  expect(last(desk)).toMatchObject({ phases: markdownToPhases('# Tasks\n- [x] a\n- [/] b').phases });
  expect(desk.todos.undo('t', second.entryId)).toMatchObject({ error: { code: 'todo_moved_on' } });
  // What was taken back comes again.
  good(desk.todos.undo('t', undone.entryId));
  expect(last(desk)).toMatchObject({ phases: markdownToPhases('# Tasks\n- [x] a').phases });
});

test('the first plan is taken back to none, and an agent’s change is not taken back', async () => {
  const desk = deskOf();
  await ran(desk, 'list', [{ text: 'Done' }]);
  const { entryId } = good(desk.todos.edit('t', { type: 'add', content: 'x' }));
  good(desk.todos.undo('t', entryId));
  expect(last(desk)).toMatchObject({
    items: [],
    action:
      'The person took back their last change of the list. They removed on purpose, and you must not add again: “x”.',
  });
  const other = deskOf();
  await ran(other, 'list', [WRITE, { text: 'Done' }]);
  const written = entriesOf(other).findLast(({ kind }) => kind === 'tool_result')?.id ?? '';
  expect(other.todos.undo('t', written)).toMatchObject({ error: { code: 'todo_refused' } });
});

test('a list that was rewritten as text replaces the one it was made from, and no newer one', async () => {
  const desk = deskOf();
  await ran(desk, 'phases', [INIT, { text: 'Done?' }]);
  const { markdown, entryId } = good(desk.todos.markdown('t'));
  expect(markdown).toBe('# Tasks\n- [/] a\n- [ ] b\n');
  good(desk.todos.edit('t', { type: 'done', task: 'a' }));
  const rewrite = { markdown: '# Tasks\n- [ ] c\n', how: 'edited' } as const;
  expect(desk.todos.rewrite('t', { ...rewrite, basis: entryId })).toMatchObject({ error: { code: 'todo_moved_on' } });
  const wrong = desk.todos.rewrite('t', { ...rewrite, markdown: '# Tasks\n[ ] c' });
  expect(wrong).toMatchObject({ error: { code: 'todo_errors', message: 'Line 2: unrecognized syntax "[ ] c"' } });
  expect(good(desk.todos.rewrite('t', rewrite)).action).toBe(
    'The person rewrote the list. They removed on purpose, and you must not add again: “a”, “b”.',
  );
});

test('during a run an edit is at the tip of the run, whose next request tells of it', async () => {
  const desk = deskOf();
  await ran(desk, 'list', [WRITE, { text: 'Done' }]);
  const told: string[] = [];
  const answering = Promise.withResolvers<void>();
  const edited = Promise.withResolvers<void>();
  const model: Model = {
    id: 'scripted/test',
    async *stream({ messages }) {
      const newest = messages.at(-1);
      told.push(newest?.role === 'user' ? newest.content : '');
      const tokens = { input: 1, output: 1, cacheRead: 0, cacheWrite: 0, reasoning: 0 };
      if (told.length === 1) {
        answering.resolve();
        await edited.promise;
        const call = { id: 'c', name: 'write_todos', arguments: JSON.stringify({ todos: [] }) };
        yield { type: 'call', call };
      } else yield { type: 'text', text: 'Done' };
      yield { type: 'finish', reason: 'stop', tokens };
    },
  };
  const lists: (readonly TodoItem[])[] = [];
  const onTodos = (todos: readonly TodoItem[]): void => void lists.push(todos);
  const run = good(desk.runs.start({ agent: agent('list', model), threadId: 't', input: message('More'), onTodos }));
  await answering.promise;
  const { entryId } = good(desk.todos.edit('t', { type: 'add', content: 'Mine' }));
  edited.resolve();
  const result = await run.ended;
  const items = [...ITEMS, { id: 'mine', content: 'Mine', status: 'pending' }];
  expect(entriesOf(desk).find(({ id }) => id === entryId)).toMatchObject({ runId: run.runId, items });
  expect(entriesOf(desk).find((entry) => entry.kind === 'tool_result' && entry.runId === run.runId)).toMatchObject({
    isError: true,
    content: expect.stringContaining('The person has changed the todo list meanwhile') as string,
  });
  expect(told).toEqual(['More', '']);
  expect([result.todos, lists]).toEqual([items, [ITEMS, items]]);
});

test('an edit while the model answers counts, however the run ends', async () => {
  const desk = deskOf();
  await ran(desk, 'phases', [INIT, { text: 'Done?' }]);
  const run = start(desk, 'phases', hanging('Let me'));
  good(desk.todos.edit('t', { type: 'done' }));
  good(desk.runs.stop(run.runId));
  expect((await run.ended).todoPhases).toEqual(markdownToPhases('# Tasks\n- [x] a\n- [x] b').phases);
  expect(kinds(desk).slice(-2)).toEqual(['user_todo_edit', 'run_finished']);
});

test('an edit in a run that put aside what was closed leaves it aside, and so does taking that back', async () => {
  const first = createDesk();
  await ran(first, 'phases', [
    INIT,
    { calls: [{ name: 'todo', arguments: { op: 'done', task: 'a' } }] },
    { text: 'Done?' },
  ]);
  // A later process goes on.
  const again = createDesk({
    store: first.store,
    newId: (
      (n) => () =>
        `later${(n += 1)}`
    )(0),
  });
  const todos = createTodoEdits(again.deps, again.runs);
  const run = start(again, 'phases', hanging('Let me'));
  const { entryId } = good(todos.edit('t', { type: 'add', content: 'c' }));
  const earlier = markdownToPhases('# Tasks\n- [x] a').phases;
  expect(last(first)).toMatchObject({ phases: markdownToPhases('# Tasks\n- [/] b\n- [ ] c').phases, earlier });
  good(todos.undo('t', entryId));
  expect(last(first)).toMatchObject({ phases: markdownToPhases('# Tasks\n- [/] b').phases, earlier });
  good(again.runs.stop(run.runId));
  await run.ended;
});

test('an edit while calls wait for approval outlives the program, and a list that does not know of it is refused', async () => {
  const desk = deskOf();
  await ran(desk, 'list', [WRITE, { text: 'Done' }]);
  const asking = { calls: [{ name: 'asks', arguments: {} }, ...WRITE.calls] };
  const waiting = agentOf([WRITE, { text: 'Done' }, asking, { text: 'Well' }], [asks]);
  const run = good(desk.runs.start({ agent: waiting, threadId: 't', input: message('More') }));
  await vi.waitFor(() => expect(newestRun(desk.store.read, 't')?.status).toBe('waiting'));
  good(desk.todos.edit('t', { type: 'add', content: 'Mine' }));
  await desk.runs.close();
  expect((await run.ended).status).toBe('waiting');

  const runs = createRuns(desk.deps);
  const revived = good(runs.revive(run.runId, { agent: waiting }));
  await vi.waitFor(() => good(runs.decide(run.runId, 'call_3_1', { decision: 'approved' })));
  const items = [...ITEMS, { id: 'mine', content: 'Mine', status: 'pending' }];
  expect(await revived.ended).toMatchObject({ status: 'finished', todos: items });
  const results = entriesOf(desk).filter((entry) => entry.kind === 'tool_result' && entry.runId === run.runId);
  expect(results).toMatchObject([{ content: 'ran' }, { isError: true }]);
  expect(last(desk)?.kind).toBe('run_finished');
});
