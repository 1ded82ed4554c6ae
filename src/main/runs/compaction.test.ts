import { setImmediate } from 'node:timers/promises';
import { afterEach, expect, test, vi } from 'vitest';
import { isRun } from '../../shared/run/live.ts';
import { phasesToMarkdown } from '../../shared/todos/phases-markdown.ts';
import { messagesOf } from '../../shared/thread/messages.ts';
import type { TodoItem } from '../../shared/todos/list.ts';
import { COMPACTION_PROMPT } from '../../shared/run/compaction-prompt.ts';
import type { ResolvedAgent } from '../agent/agent.ts';
import type { Model } from '../agent/model.ts';
import type { AnyTool } from '../agent/tool.ts';
import { counting, summaryModel } from '../agent/testing/summary-model.ts';
import { appendEntries } from '../threads/append.ts';
import { wholeBranch } from '../threads/branches.ts';
import { threadSummary } from '../threads/summaries.ts';
import { headOf } from '../threads/thread-rows.ts';
import { good } from '../threads/testing/store.ts';
import { recoverRuns } from './recover-runs.ts';
import { createRuns } from './registry.ts';
import type { RunRequest } from './runs.ts';
import {
  agentOf,
  asks,
  closeDesks,
  createDesk,
  entriesOf,
  hanging,
  kinds,
  leave,
  message,
  type Desk,
} from './testing/desk.ts';

afterEach(closeDesks);

const LONG = 'word '.repeat(400);
const ASK = { calls: [{ name: 'asks', arguments: {} }] };

/** The model with its summaries held back until `release`. */
function held(model: Model): Model & { readonly release: () => void } {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  return {
    ...model,
    release: () => resolve(undefined),
    async *stream(request, signal) {
      if (request.instructions === COMPACTION_PROMPT) await promise;
      yield* model.stream(request, signal);
    },
  };
}

const talk = (summary = 'They talked.') =>
  summaryModel({
    answers: [{ text: LONG, tokens: counting(20, 500) }, { text: 'Second.' }, { text: 'Third.' }],
    summaries: [{ text: summary, tokens: counting(600, 4), cost: 0.5 }],
  });

/** A thread with an answer on which nothing runs any more. */
async function idle(model: Model): Promise<Desk> {
  const desk = createDesk();
  await good(desk.runs.start({ agent: agentOf(model), threadId: 't', input: message('Talk') })).ended;
  return desk;
}

const compacted = (desk: Desk) => vi.waitFor(() => expect(kinds(desk)).toContain('compaction'));
const problems = (desk: Desk) => desk.pushes.flatMap((push) => (push.type === 'problem' ? [push.error.code] : []));
const seen = ({ store }: Desk, leaf = headOf(store.read, 't') ?? '') =>
  messagesOf(wholeBranch(store.read, 't', leaf)).map((one) => (one.role === 'assistant' ? one.text : one.content));

test('by hand, a thread on which nothing runs is compacted, at its cost once', async () => {
  const model = talk();
  const desk = await idle(model);
  expect(good(desk.runs.compactThread('t', agentOf(model), { instruction: 'Keep names' }))).toBeNull();
  await compacted(desk);
  expect(kinds(desk).slice(-3)).toEqual(['run_finished', 'compaction', 'usage']);
  expect(seen(desk)).toEqual([expect.stringContaining('They talked.')]);
  expect(threadSummary(desk.store.read, 't')?.usage).toMatchObject({ calls: 2, input: 620, output: 504, cost: 0.5 });
  expect(desk.deps.live.of('t')).toEqual([]);
  const told = desk.pushes.flatMap((push) => (push.type === 'live' ? [push.event] : []));
  expect(told.slice(-2).map(({ type }) => type)).toEqual(['compacting', 'compacted']);
  // The next run goes on from the summary.
  await good(desk.runs.start({ agent: agentOf(model), threadId: 't', input: message('More') })).ended;
  expect(model.asked[1]?.messages.map(({ role }) => role)).toEqual(['user', 'user']);
});

test('meanwhile neither a run nor another compaction starts', async () => {
  const model = held(talk());
  const desk = await idle(model);
  const agent = agentOf(model);
  good(desk.runs.compactThread('t', agent, {}));
  const busy = { ok: false, error: { code: 'thread_compacting' } };
  expect(desk.runs.start({ agent, threadId: 't', input: message('More') })).toMatchObject(busy);
  expect(desk.runs.compactThread('t', agent, {})).toMatchObject(busy);
  await setImmediate();
  // It shows, and is no run.
  expect(desk.deps.live.of('t').map((live) => [live.phase, isRun(live)])).toEqual([['compacting', false]]);
  model.release();
  await compacted(desk);
  await vi.waitFor(() => expect(desk.runs.start({ agent, threadId: 't', input: message('More') }).ok).toBe(true));
});

test('cancelled, it leaves the thread as it was, and says nothing', async () => {
  const model = held(talk());
  const desk = await idle(model);
  const before = kinds(desk);
  good(desk.runs.compactThread('t', agentOf(model), {}));
  await setImmediate();
  desk.runs.cancelCompaction('t');
  const more = { agent: agentOf(talk()), threadId: 't', input: message('More') };
  await vi.waitFor(() => expect(desk.runs.start(more).ok).toBe(true));
  expect(kinds(desk).slice(0, before.length + 1)).toEqual([...before, 'user_message']);
  expect(problems(desk)).toEqual([]);
  model.release();
});

test('a late summary lands on no other branch, and says so', async () => {
  const model = held(talk());
  const desk = await idle(model);
  const first = desk.pushes.flatMap((push) => (push.type === 'entries' ? push.entries : []))[0]?.id ?? '';
  good(desk.runs.compactThread('t', agentOf(model), {}));
  await setImmediate();
  const body = { kind: 'user_message', text: 'Elsewhere', origin: 'person' } as const;
  const drafts = [{ id: 'other', body }];
  good(appendEntries(desk.store.write, { threadId: 't', at: 1, tip: first, drafts, head: 'take' }));
  model.release();
  await vi.waitFor(() => expect(problems(desk)).toEqual(['branch_moved']));
  expect(kinds(desk)).not.toContain('compaction');
  expect(headOf(desk.store.read, 't')).toBe('other');
  // What it cost was spent.
  expect(threadSummary(desk.store.read, 't')?.usage.cost).toBe(0.5);
});

test('a branch from before it sees everything, and one from after it the summary', async () => {
  const model = talk();
  const desk = await idle(model);
  const answer = headOf(desk.store.read, 't') ?? '';
  good(desk.runs.compactThread('t', agentOf(model), {}));
  await compacted(desk);
  const body = { kind: 'user_message', text: 'Again', origin: 'person' } as const;
  const place = { threadId: 't', at: 1, head: 'stay' } as const;
  const after = headOf(desk.store.read, 't') ?? '';
  good(appendEntries(desk.store.write, { ...place, tip: answer, drafts: [{ id: 'before', body }] }));
  good(appendEntries(desk.store.write, { ...place, tip: after, drafts: [{ id: 'after', body }] }));
  expect(seen(desk, 'before')).toEqual(['Talk', LONG, 'Again']);
  expect(seen(desk, 'after')).toEqual([expect.stringContaining('They talked.'), 'Again']);
});

test('what nothing came of is told, and the thread is as it was', async () => {
  const model = talk(' ');
  const desk = await idle(model);
  good(desk.runs.compactThread('t', agentOf(model), {}));
  await vi.waitFor(() => expect(problems(desk)).toEqual(['summary_empty']));
  expect(kinds(desk)).not.toContain('compaction');
  expect(seen(desk)).toEqual(['Talk', LONG]);
});

test('asked for while a run works, it comes before the next model call, or after the run', async () => {
  const answers = [{ ...ASK, text: LONG }, { text: 'Done' }, { text: LONG }];
  const model = summaryModel({ answers, summaries: [{ text: 'Asked.' }, { text: 'Later.' }] });
  const desk = createDesk();
  expect(desk.runs.compactInRun('t', {})).toBe(false);
  const agent = agentOf(model, [asks]);
  const run = good(desk.runs.start({ agent, threadId: 't', input: message('Go') }));
  await vi.waitFor(() => expect(kinds(desk)).toContain('approval_asked'));
  expect(desk.runs.compactThread('t', agent, {})).toMatchObject({ error: { code: 'thread_busy' } });
  expect(desk.runs.compactInRun('t', {})).toBe(true);
  desk.runs.decide(run.runId, 'call_1_1', { decision: 'approved' });
  await run.ended;
  expect(kinds(desk).slice(-6)).toEqual([
    'tool_result',
    'compaction',
    'usage',
    'assistant_message',
    'usage',
    'run_finished',
  ]);

  const next = good(desk.runs.start({ agent: agentOf(model), threadId: 't', input: message('More') }));
  expect(desk.runs.compactInRun('t', { instruction: 'Late' })).toBe(true);
  await next.ended;
  await vi.waitFor(() => expect(kinds(desk).filter((kind) => kind === 'compaction')).toHaveLength(2));
});

test('cancelled in a run, it leaves the run alone', async () => {
  const model = held(
    summaryModel({
      contextWindow: 1000,
      answers: [{ ...ASK, tokens: counting(900) }, { text: 'Done' }],
      summaries: [],
    }),
  );
  const desk = createDesk();
  const onApproval = async () => ({ decision: 'approved', by: 'person' }) as const;
  const run = good(desk.runs.start({ agent: agentOf(model, [asks]), threadId: 't', input: message('Go'), onApproval }));
  await vi.waitFor(() => expect(desk.deps.live.of('t')[0]?.phase).toBe('compacting'));
  desk.runs.cancelCompaction('t');
  expect((await run.ended).status).toBe('finished');
  expect(kinds(desk)).not.toContain('compaction');
  expect(problems(desk)).toEqual([]);
  model.release();
});

test('a kill in the middle leaves the thread as it was', async () => {
  const model = held(
    summaryModel({ contextWindow: 1000, answers: [{ ...ASK, tokens: counting(900) }], summaries: [] }),
  );
  const desk = createDesk();
  const onApproval = async () => ({ decision: 'approved', by: 'person' }) as const;
  good(desk.runs.start({ agent: agentOf(model, [asks]), threadId: 't', input: message('Go'), onApproval }));
  await vi.waitFor(() => expect(desk.deps.live.of('t')[0]?.phase).toBe('compacting'));
  const before = kinds(desk);
  recoverRuns(desk.deps, leave);
  expect(kinds(desk)).toEqual([...before, 'run_finished']);
  expect(seen(desk)).toEqual(['Go', '', 'ran']);
});

test('a list of todos outlives it, and the next run begins with it', async () => {
  const todos: readonly TodoItem[] = [{ id: 'a', content: 'A', status: 'pending' }];
  const model = summaryModel({
    answers: [{ calls: [{ name: 'write_todos', arguments: { todos } }] }, { text: LONG }, { text: 'Done' }],
    summaries: [{ text: 'They talked.' }],
  });
  const desk = await idle(model);
  good(desk.runs.compactThread('t', agentOf(model), {}));
  await compacted(desk);
  expect(kinds(desk).slice(-3)).toEqual(['compaction', 'todos_restored', 'usage']);
  const announced: (readonly TodoItem[])[] = [];
  const onTodos = (list: readonly TodoItem[]): void => void announced.push(list);
  const next = good(desk.runs.start({ agent: agentOf(model), threadId: 't', input: message('More'), onTodos }));
  expect((await next.ended).todos).toEqual(todos);
  expect(announced).toEqual([todos]);
  expect(model.asked[2]?.messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool', 'user']);
});

const INIT = { calls: [{ name: 'todo', arguments: { op: 'init', items: ['One', 'Two'] } }] };
const inPhases = (model: Model, tools: readonly AnyTool[] = []): ResolvedAgent => {
  const agent = agentOf(model, tools);
  return { ...agent, snapshot: { ...agent.snapshot, todos: 'phases' } };
};
const restored = (desk: Desk) =>
  entriesOf(desk).flatMap((entry) => {
    if (entry.kind !== 'todos_restored') return [];
    return 'items' in entry ? entry.items.map(({ content }) => content) : phasesToMarkdown(entry.phases);
  });

test('a flat list and a plan in phases that it hides together are both put back', async () => {
  const todos = [{ id: 'a', content: 'A', status: 'pending' }];
  const model = summaryModel({
    answers: [{ calls: [{ name: 'write_todos', arguments: { todos } }] }, { text: 'Ok' }, INIT, { text: `${LONG}?` }],
    summaries: [{ text: 'They talked.' }],
  });
  const desk = await idle(model);
  await good(desk.runs.start({ agent: inPhases(model), threadId: 't', input: message('In phases') })).ended;
  good(desk.runs.compactThread('t', agentOf(model), {}));
  await compacted(desk);
  expect(restored(desk)).toEqual(['A', '# Tasks\n- [/] One\n- [ ] Two\n']);
  expect(seen(desk).slice(1)).toEqual([
    '',
    'Todo list (0 of 1 completed):\n[ ] a: A',
    '',
    expect.stringContaining('Two'),
  ]);
});

test('a plan in phases is put back as the run goes by it: without what was closed before the run resumed it', async () => {
  const done = { calls: [{ name: 'todo', arguments: { op: 'done', task: 'One' } }] };
  const before = summaryModel({ answers: [INIT, done, { text: 'So?' }], summaries: [] });
  const desk = createDesk();
  await good(desk.runs.start({ agent: inPhases(before), threadId: 't', input: message('Go') })).ended;
  const model = summaryModel({
    contextWindow: 1000,
    answers: [{ ...ASK, text: LONG, tokens: counting(900) }, { text: 'So?' }],
    summaries: [{ text: 'They talked.' }],
  });
  const onApproval = async () => ({ decision: 'approved', by: 'person' }) as const;
  const request = { threadId: 't', input: message('More'), onApproval };
  await good(createRuns(desk.deps).start({ ...request, agent: inPhases(model, [asks]) })).ended;
  expect(restored(desk)).toEqual(['# Tasks\n- [/] Two\n']);
});

test('asked of a run that is beside the active branch when it ends, it is not done to the run that is there, and says so', async () => {
  const desk = await idle(talk());
  const start = (agent: ResolvedAgent, more: Partial<RunRequest> = {}) =>
    good(desk.runs.start({ agent, threadId: 't', input: message('More'), ...more }));
  await start(agentOf([{ text: 'Beside' }]), { at: { parentId: null, activate: false } }).ended;
  const beside = entriesOf(desk).findLast(({ kind }) => kind === 'assistant_message')?.id ?? '';
  const asked = start(agentOf([ASK], [asks]));
  await vi.waitFor(() => expect(kinds(desk)).toContain('approval_asked'));
  expect(desk.runs.compactInRun('t', {})).toBe(true);
  good(desk.runs.activate('t', beside));
  const there = start(agentOf(hanging('At work')));
  good(desk.runs.stop(asked.runId));
  await asked.ended;
  await vi.waitFor(() => expect(problems(desk)).toEqual(['branch_moved']));
  expect(desk.runs.onBranch('t')).toBe(there.runId);
  expect(kinds(desk)).not.toContain('compaction');
});
