import { afterEach, expect, test, vi } from 'vitest';
import type { Model, ModelRequest } from '../agent/model.ts';
import type { PathBody } from '../../shared/thread/entry.ts';
import type { TodoItem } from '../../shared/todos/todo-item.ts';
import { scriptedModel } from '../models/scripted.ts';
import type { ScriptedStep } from '../models/scenario.ts';
import { appendEntries } from '../threads/append.ts';
import { connectionOf } from '../threads/database.ts';
import { setThreadMetadata, threadMetadata } from '../threads/metadata.ts';
import { good, testThread } from '../threads/testing/store.ts';
import { newestRun } from '../threads/runs.ts';
import { spanPage } from '../threads/spans.ts';
import { headOf } from '../threads/thread-rows.ts';
import { mendKeptTodos } from './kept-todos.ts';
import { recoverRuns } from './recover-runs.ts';
import { agentOf, closeDesks, createDesk, entriesOf, hanging, leave, message, type Desk } from './testing/desk.ts';

afterEach(closeDesks);

const first: readonly TodoItem[] = [{ id: 'a', content: 'A', status: 'in_progress' }];
const second: readonly TodoItem[] = [{ id: 'a', content: 'A', status: 'completed' }];
const write = (todos: readonly TodoItem[]): ScriptedStep => ({
  calls: [{ name: 'write_todos', arguments: { todos } }],
});

/** Plays the steps, and goes on as the other model does. */
function scripted(steps: readonly ScriptedStep[], then: Model): Model {
  const left = [...steps];
  return {
    id: then.id,
    stream(request, signal) {
      const step = left.shift();
      const model = step === undefined ? then : scriptedModel({ id: then.id, scenario: { steps: [step] } });
      return model.stream({ ...request, messages: [] }, signal);
    },
  };
}

/** What its model was sent. */
async function ran(desk: Desk, text: string, steps: readonly ScriptedStep[]): Promise<readonly ModelRequest[]> {
  const requests: ModelRequest[] = [];
  const inner = scriptedModel({ id: 'scripted/test', scenario: { steps } });
  const model = {
    id: inner.id,
    stream(request: ModelRequest, signal: AbortSignal) {
      requests.push(request);
      return inner.stream(request, signal);
    },
  };
  await good(desk.runs.start({ agent: agentOf(model), threadId: 't', input: message(text) })).ended;
  return requests;
}

function put(desk: Desk, body: PathBody, tip = headOf(desk.store.read, 't') ?? null): string {
  const id = desk.deps.newId();
  good(appendEntries(desk.store.write, { threadId: 't', at: 0, tip, drafts: [{ id, body }], head: 'take' }));
  return id;
}

/** Hides all that is there from the model. */
function compact(desk: Desk): void {
  const count = { tokens: 1, estimated: true };
  const body = { kind: 'compaction', trigger: 'person', summary: 'So far.', model: 'm', firstKeptId: null } as const;
  put(desk, { ...body, before: count, after: count, durationMs: 0 });
}

const kept = (desk: Desk): unknown => threadMetadata(desk.store.read, 't').todos;

test('each change is copied to the metadata of the thread, with the newest entry, beside what else is there', async () => {
  const desk = createDesk();
  testThread(desk.store.write, 't');
  good(setThreadMetadata(desk.store.write, 't', 'mine', 1));
  await ran(desk, 'Go', [write(first), write(second), { text: 'Done' }]);
  const result = entriesOf(desk).findLast(({ kind }) => kind === 'tool_result');
  expect(threadMetadata(desk.store.read, 't')).toEqual({ mine: 1, todos: { items: second, entryId: result?.id } });
});

test('an identical list is written no second time', async () => {
  const desk = createDesk();
  await ran(desk, 'Go', [write(first), write(first), { text: 'Done' }]);
  const [result] = entriesOf(desk).filter(({ kind }) => kind === 'tool_result');
  expect(kept(desk)).toEqual({ items: first, entryId: result?.id });
});

test('a later run whose history no longer holds the calls gets the list right after its input', async () => {
  const desk = createDesk();
  await ran(desk, 'Go', [write(first), { text: 'Half' }]);
  compact(desk);
  const [request] = await ran(desk, 'More', [{ text: 'Ok' }]);
  const id = `cogitator_todos_${entriesOf(desk).find(({ kind }) => kind === 'todos_restored')?.id}`;
  expect(request?.messages.slice(1)).toEqual([
    { role: 'user', content: 'More' },
    {
      role: 'assistant',
      text: '',
      reasoning: '',
      toolCalls: [{ id, name: 'write_todos', arguments: JSON.stringify({ todos: first }) }],
    },
    {
      role: 'tool',
      toolCallId: id,
      toolName: 'write_todos',
      content: 'Todo list (0 of 1 completed):\n[>] a: A',
      isError: false,
    },
  ]);
});

test('what is put there is an entry of the run, but neither a call of its model nor a step', async () => {
  const desk = createDesk();
  await ran(desk, 'Go', [write(first), { text: 'Half' }]);
  compact(desk);
  const before = entriesOf(desk).length;
  await ran(desk, 'More', [{ text: 'Ok' }]);
  expect(
    entriesOf(desk)
      .slice(before)
      .map(({ kind }) => kind),
  ).toEqual(['user_message', 'run_started', 'todos_restored', 'assistant_message', 'usage', 'run_finished']);
  const run = newestRun(desk.store.read, 't');
  expect(run?.steps).toBe(1);
  const spans = spanPage(desk.store.read, 't', 100).spans.filter(({ runId }) => runId === run?.id);
  expect(spans.map(({ kind }) => kind)).toEqual(['model']);
});

test('and gets none that was written on another branch', async () => {
  const desk = createDesk();
  await ran(desk, 'Go', [write(first), { text: 'Half' }]);
  const copy = kept(desk);
  put(desk, { kind: 'user_message', text: 'Elsewhere', origin: 'person' }, null);
  const [request] = await ran(desk, 'More', [{ text: 'Ok' }]);
  expect(request?.messages).toEqual([
    { role: 'user', content: 'Elsewhere' },
    { role: 'user', content: 'More' },
  ]);
  expect(kept(desk)).toEqual(copy);
});

test('while the history holds the newest call nothing is added', async () => {
  const desk = createDesk();
  await ran(desk, 'Go', [write(first), { text: 'Half' }]);
  good(
    setThreadMetadata(desk.store.write, 't', 'todos', { items: second, entryId: headOf(desk.store.read, 't') ?? '' }),
  );
  await ran(desk, 'More', [write(first), { text: 'Half' }, { text: 'Ok' }]);
  expect(entriesOf(desk).filter(({ kind }) => kind === 'todos_restored')).toEqual([]);
});

test('a copy that cannot be written leaves the run as it is', async () => {
  const logged: string[] = [];
  const desk = createDesk({ log: (level, words) => logged.push(`${level} ${words}`) });
  const steps = [write(first), { text: 'Done' }];
  const started = good(desk.runs.start({ agent: agentOf(steps), threadId: 't', input: message('Go') }));
  connectionOf(desk.store.write).database.exec(
    "CREATE TRIGGER broken BEFORE INSERT ON thread_metadata BEGIN SELECT raise(ABORT, 'broken'); END",
  );
  expect(await started.ended).toMatchObject({ status: 'finished', todos: first });
  expect(logged).toContain('warn A list was not copied to its thread');
});

test('a kill between a list and its copy is made good with the run', async () => {
  const desk = createDesk();
  const agent = agentOf(scripted([write(first), write(second)], hanging('Hm')));
  good(desk.runs.start({ agent, threadId: 't', input: message('Go') }));
  await vi.waitFor(() => expect(desk.deps.live.of('t')[0]?.text).toBe('Hm'));
  const copy = kept(desk);
  good(setThreadMetadata(desk.store.write, 't', 'todos', { items: first, entryId: 'gone' }));
  recoverRuns(desk.deps, leave);
  expect(kept(desk)).toEqual(copy);
});

test('the copy is of the branch that is active now', async () => {
  const desk = createDesk();
  await ran(desk, 'Go', [write(first), { text: 'Half' }]);
  const copy = kept(desk);
  const half = headOf(desk.store.read, 't') ?? '';
  const at = { parentId: null, activate: true };
  const steps = [write(second), { text: 'Other' }];
  await good(desk.runs.start({ agent: agentOf(steps), threadId: 't', input: message('Anew'), at })).ended;
  expect(kept(desk)).not.toEqual(copy);
  good(desk.runs.activate('t', half));
  expect(kept(desk)).toEqual(copy);
});

test('a copy that is behind the list of the active branch is written again', async () => {
  const desk = createDesk();
  await ran(desk, 'Go', [write(first), write(second), { text: 'Done' }]);
  const copy = kept(desk);
  good(setThreadMetadata(desk.store.write, 't', 'todos', { items: first, entryId: 'gone' }));
  good(mendKeptTodos(desk.store, 't'));
  expect(kept(desk)).toEqual(copy);
});
