import fc from 'fast-check';
import { z } from 'zod';
import { afterEach, expect, test } from 'vitest';
import { must } from '../../shared/lib/assert.ts';
import { isRecord, parseJson } from '../../shared/lib/json.ts';
import type { TodosState } from '../../shared/thread/context-bodies.ts';
import { callIn, type Entry, isPathEntry, type PathEntry } from '../../shared/thread/entry.ts';
import { stepWindow, type ThreadPush, type ThreadWindow } from '../../shared/thread/window.ts';
import { editPlan, planMarkdown, rewritePlan, stateIn } from '../../shared/todos/edits/edit-plan.ts';
import type { TodoEdit } from '../../shared/todos/edits/todo-edit.ts';
import { parseTodos, todosIn } from '../../shared/todos/list.ts';
import { planIn } from '../../shared/todos/plan.ts';
import { callTodo } from '../../shared/todos/phases.ts';
import type { Model, ModelRequest } from '../agent/model.ts';
import { defineTool } from '../agent/tool.ts';
import { threadMetadata } from '../threads/metadata.ts';
import { openThread } from '../threads/open-thread.ts';
import { planAt } from '../threads/plans.ts';
import { rebuildDerived } from '../threads/derived/rebuild.ts';
import { transact } from '../threads/database.ts';
import { derivedRows } from '../threads/testing/rows.ts';
import { good } from '../threads/testing/store.ts';
import { agentOf, closeDesks, createDesk, entriesOf, message, type Desk } from './testing/desk.ts';
import { createTodoEdits, type TodoEdits } from './todo-edits.ts';

afterEach(closeDesks);

type Kind = 'list' | 'phases';
/** What a person does; `undo`: of their last change. */
type Deed = TodoEdit | { readonly type: 'undo' } | { readonly type: 'rewrite'; readonly markdown: string };
type Call = { readonly todo: unknown } | { readonly work: readonly Deed[] };
/** A model call: what the person does while it is answered, and what it calls. */
type Step = { readonly meanwhile: readonly Deed[]; readonly calls: readonly Call[] };
type Story = {
  readonly steps: readonly Step[];
  readonly atTheEnd: readonly Deed[];
  readonly afterwards: readonly Deed[];
};

const name = fc.constantFrom('a', 'b', 'c', 'd');
const phase = fc.constantFrom('P', 'Q');
const type = <T extends string>(...types: T[]) => fc.constantFrom(...types);

const common = fc.oneof(
  fc.record({ type: type('add'), content: name }),
  fc.record({ type: type('rename'), task: name, content: name }),
  fc.record({ type: type('move'), task: name, index: fc.nat(3) }),
  fc.record({ type: type('start', 'done', 'drop', 'rm'), task: name }),
  fc.record({ type: type('undo') }),
);
const phased = fc.oneof(
  { weight: 3, arbitrary: common },
  { weight: 1, arbitrary: fc.record({ type: type('done', 'rm', 'block', 'unblock'), phase }) },
  {
    weight: 1,
    arbitrary: fc.record({
      type: type('rewrite'),
      markdown: fc.constantFrom('# P\n- [x] a\n- [ ] b', '# Q\n- [ ] c\n', '- [?] no'),
    }),
  },
);

const flatCall = fc.record({
  todos: fc.uniqueArray(
    fc.record({ id: name, content: name, status: fc.constantFrom('pending', 'in_progress', 'completed') }),
    { selector: ({ id }) => id, maxLength: 3 },
  ),
});
const phasedCall = fc.oneof(
  fc.record({ op: type('init'), list: fc.constant([{ phase: 'P', items: ['a', 'b'] }]) }),
  fc.record({ op: type('append'), phase, items: fc.uniqueArray(name, { minLength: 1, maxLength: 2 }) }),
  fc.record({ op: type('start', 'done', 'drop', 'rm', 'block'), task: name }),
  fc.record({ op: type('view') }),
);

function stories(deed: fc.Arbitrary<Deed>, call: fc.Arbitrary<unknown>): fc.Arbitrary<Story> {
  const deeds = fc.array(deed, { maxLength: 2 });
  const calls = fc.array(
    fc.oneof({ weight: 3, arbitrary: fc.record({ todo: call }) }, { weight: 1, arbitrary: fc.record({ work: deeds }) }),
    { minLength: 1, maxLength: 3 },
  );
  const steps = fc.array(fc.record({ meanwhile: deeds, calls }), { minLength: 1, maxLength: 4 });
  return fc.record({ steps, atTheEnd: deeds, afterwards: deeds });
}

/** A window that follows the thread. */
function windowOn(desk: Desk): { readonly window: () => ThreadWindow } {
  const opened = must(openThread(desk.store.read, 't', 500), 'the thread').window;
  const seen = desk.pushes.length;
  const follow = (window: ThreadWindow, push: ThreadPush): ThreadWindow => {
    const step = stepWindow(window, push);
    if (step.type !== 'next') throw new Error(`The window has a ${step.type}`);
    return step.window;
  };
  return {
    window: () =>
      desk.pushes
        .slice(seen)
        .filter((push): push is ThreadPush => push.type === 'entries')
        .reduce(follow, { ...opened, live: [] }),
  };
}

/** Plays a story; `seqs`: how far the thread was when each request was sent. */
async function play(kind: Kind, story: Story) {
  const desk = createDesk();
  const todos = createTodoEdits(desk.deps, desk.runs);
  const requests: ModelRequest[] = [];
  const seqs: number[] = [];
  const doneAs = new Map<string, Deed>();
  let last = '';
  const act = (deeds: readonly Deed[]): void => {
    for (const deed of deeds) {
      const done = doDeed(todos, deed, last);
      if (!done.ok) continue;
      last = done.value.entryId;
      doneAs.set(last, deed);
    }
  };
  const work = defineTool({
    name: 'work',
    description: '',
    input: z.object({ step: z.number(), call: z.number() }),
    concurrency: 'exclusive',
    async execute({ step, call }) {
      const it = story.steps[step]?.calls[call];
      if (it !== undefined && 'work' in it) act(it.work);
      return { content: 'worked' };
    },
  });
  const model: Model = {
    id: 'scripted/test',
    async *stream(request) {
      const step = requests.length;
      requests.push(request);
      seqs.push(must(entriesOf(desk).at(-1), 'an entry').seq);
      const now = story.steps[step];
      act(now?.meanwhile ?? (step === story.steps.length ? story.atTheEnd : []));
      yield { type: 'text', text: 'Is that right?' };
      for (const [call, it] of (now?.calls ?? []).entries()) {
        const [tool, input] = 'todo' in it ? [toolOf(kind), it.todo] : ['work', { step, call }];
        const id = `call_${step}_${call}`;
        yield { type: 'call', call: { id, name: tool, arguments: JSON.stringify(input) } };
      }
      const tokens = { input: 1, output: 1, cacheRead: 0, cacheWrite: 0, reasoning: 0 };
      yield { type: 'finish', reason: 'stop', tokens };
    },
  };
  const whole = agentOf(model, [work]);
  const agent = { ...whole, snapshot: { ...whole.snapshot, todos: kind } };
  const first = good(desk.runs.start({ agent, threadId: 't', input: message('Go') }));
  const windows = [windowOn(desk)];
  const result = await first.ended;
  windows.push(windowOn(desk));
  const left = todos.markdown('t');
  act(story.afterwards);
  await good(desk.runs.start({ agent, threadId: 't', input: message('Go on') })).ended;
  return { desk, windows, result, left, requests, seqs, doneAs };
}

function toolOf(kind: Kind): string {
  return kind === 'list' ? 'write_todos' : 'todo';
}

function doDeed(todos: TodoEdits, deed: Deed, last: string): ReturnType<TodoEdits['edit']> {
  if (deed.type === 'undo') return todos.undo('t', last);
  if (deed.type === 'rewrite') return todos.rewrite('t', { markdown: deed.markdown, how: 'edited' });
  return todos.edit('t', deed);
}

type Told = Pick<Awaited<ReturnType<typeof play>>, 'seqs' | 'doneAs'>;

/** The list as it must be: each success made from the one before it, in the order in which they are stored. */
function replayed(kind: Kind, entries: readonly Entry[], { seqs, doneAs }: Told): TodosState | undefined {
  let state: TodosState | undefined;
  let before: TodosState | undefined;
  const path = entries.filter(isPathEntry);
  const answers = path.filter((entry) => entry.kind === 'assistant_message');
  for (const entry of path) {
    const after = stateIn(entry);
    if (entry.kind === 'user_todo_edit') {
      expect(shownAs(after)).toEqual(shownAs(edited(kind, state, before, must(doneAs.get(entry.id), 'a deed'))));
    }
    if (entry.kind === 'tool_result' && entry.toolName === toolOf(kind)) {
      const index = answers.findIndex(({ id }) => id === entry.messageId);
      const input = parseJson(callIn(must(answers[index], 'the answer'), entry.callId)?.arguments ?? '');
      const sent = must(seqs[index], 'a request');
      const isEdited = path.some((one) => one.kind === 'user_todo_edit' && one.seq > sent && one.seq < entry.seq);
      expect(shownAs(after)).toEqual(shownAs(called(state, input, isEdited)));
    }
    if (after === undefined) continue;
    // A call that leaves the list as it is changes nothing that a person did.
    if (JSON.stringify(shownAs(state)) !== JSON.stringify(shownAs(after))) before = state;
    state = after;
  }
  return state;
}

/** What a person is to make of a list. */
function edited(kind: Kind, now: TodosState | undefined, before: TodosState | undefined, deed: Deed): TodosState {
  const empty: TodosState = kind === 'list' ? { items: [] } : { phases: [] };
  if (deed.type === 'undo') return before ?? empty;
  const state = now ?? empty;
  return good(deed.type === 'rewrite' ? rewritePlan(state, deed.markdown, 'edited') : editPlan(state, deed));
}

/** What a call is to make of a list; `undefined` where it is to change none. */
function called(state: TodosState | undefined, input: unknown, edited: boolean): TodosState | undefined {
  if (!isRecord(input)) return undefined;
  if (state === undefined || 'items' in state) {
    const items = 'todos' in input ? parseTodos(input.todos) : undefined;
    if (items !== undefined) {
      const same = items.ok && state !== undefined && JSON.stringify(items.value) === JSON.stringify(state.items);
      return items.ok && !same && !(edited && state !== undefined) ? { items: items.value } : undefined;
    }
  }
  const phases = state !== undefined && 'phases' in state ? state.phases : [];
  if (input.op === 'view' || (input.op === 'init' && edited)) return undefined;
  const { phases: after, isError } = callTodo(phases, input);
  return isError === true ? undefined : { phases: after, earlier: [] };
}

/** The plan that a list shows as. */
function shownAs(state: TodosState | undefined): unknown {
  if (state === undefined) return undefined;
  const stamp = { id: 'e', threadId: 't', seq: 1, at: 1, v: 1, parentId: null };
  const entry: PathEntry = { ...stamp, kind: 'user_todo_edit', action: '', ...state };
  return planIn(entry, { plan: () => undefined, call: () => undefined });
}

async function check(kind: Kind, story: Story): Promise<void> {
  const played = await play(kind, story);
  const { desk, windows, result, requests, left } = played;
  const { read, write } = desk.store;
  const entries = entriesOf(desk);
  const end = entries.findIndex((entry) => entry.kind === 'run_finished');
  const ofFirst = replayed(kind, entries.slice(0, end), played);
  expect(result.todos ?? result.todoPhases).toEqual(ofFirst && ('items' in ofFirst ? ofFirst.items : ofFirst.phases));
  if (ofFirst !== undefined) expect(left).toMatchObject({ ok: true, value: { markdown: planMarkdown(ofFirst) } });

  const state = replayed(kind, entries, played);
  const kept = planAt(read, must(entries.findLast(isPathEntry), 'a path entry').id);
  expect(withoutKeys(kept)).toEqual(withoutKeys(shownAs(state)));
  for (const { window } of windows) expect(window().planHistory.at(-1)?.plan).toEqual(kept);
  if (state !== undefined) expectTold(state, must(requests.at(-1), 'the last request'));
  if (kind === 'list' && state !== undefined) expect(threadMetadata(read, 't').todos).toMatchObject(state);

  const rows = derivedRows(read);
  transact(write, 'rebuild', () => rebuildDerived(write));
  expect(derivedRows(read)).toEqual(rows);
}

/** Keys tell of how an item came to be, over all that was. */
function withoutKeys(plan: unknown): unknown {
  return parseJson(JSON.stringify(plan ?? null, (name, value: unknown) => (name === 'key' ? undefined : value)));
}

/** The newest that a model reads of its list is the list as it is. */
function expectTold(state: TodosState, { messages }: ModelRequest): void {
  if ('items' in state) {
    expect(todosIn(messages)).toEqual(state.items);
    return;
  }
  const newest = messages
    .flatMap((one) => {
      if (one.role === 'tool') return one.toolName === 'todo' && !one.isError ? [one.content] : [];
      return one.role === 'user' && one.developer === true ? [one.content] : [];
    })
    .findLast((text) => text.includes('The list is') || text.includes('Todo list') || text.includes('Overall:'));
  const listed = callTodo(state.phases, { op: 'view' }).text;
  const overall = listed.includes('Overall:') ? listed.slice(listed.indexOf('Overall:')) : 'Todo list';
  const now = state.phases.length === 0 ? 'The list is empty now.' : planMarkdown(state).trimEnd();
  expect([newest?.includes(overall), newest?.includes(now)]).toContain(true);
}

const RUNS = 100 * (process.env.RUNLIGHT_LONG === '1' ? 20 : 1);

test('whatever people and the agent do to a flat list, nobody’s change is lost and everyone sees the same', async () => {
  await fc.assert(
    fc.asyncProperty(stories(common, flatCall), (story) => check('list', story)),
    { numRuns: RUNS },
  );
}, 60_000);

test('and to a list in phases', async () => {
  await fc.assert(
    fc.asyncProperty(stories(phased, phasedCall), (story) => check('phases', story)),
    { numRuns: RUNS },
  );
}, 60_000);
