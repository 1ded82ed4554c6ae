import { afterEach, describe, expect, it, vi } from 'vitest';
import { must } from '../../shared/lib/assert.ts';
import { ok } from '../../shared/lib/result.ts';
import type { ScriptedStep } from '../models/scenario.ts';
import { childrenOf, familyOf } from '../threads/children.ts';
import { listThreads } from '../threads/list-threads.ts';
import { runningThreads } from '../threads/running.ts';
import { newestRun } from '../threads/runs.ts';
import { threadSummary } from '../threads/summaries.ts';
import { good } from '../threads/testing/store.ts';
import { addGrant } from './grants.ts';
import { recoverRuns } from './recover-runs.ts';
import {
  agentOf,
  ASKING,
  asks,
  closeDesks,
  createDesk,
  entriesOf,
  hanging,
  kinds,
  message,
  type Desk,
} from './testing/desk.ts';
import { asking, lineOf, lineOfThreads, named, resultsOf } from './testing/family.ts';

afterEach(closeDesks);

const start = (desk: Desk, agent = agentOf([])) =>
  good(desk.runs.start({ agent, threadId: 't', input: message('Go') }));
const statusOf = (desk: Desk, threadId: string) => newestRun(desk.store.read, threadId)?.status;
const gives = (...calls: readonly [string, string][]): ScriptedStep => ({
  calls: calls.map(([name, task]) => asking(name, task)),
});

describe('a sub-agent', () => {
  it('works in a thread and a run of its own, whose last words answer the call', async () => {
    const desk = createDesk();
    const reader = named('Reader', [(request) => ({ text: `Read: ${JSON.stringify(request.messages)}` })]);
    const lead = named('Lead', [gives(['reader', 'Read it all']), { text: 'Thanks' }], { subagents: [reader] });
    const { ended, runId } = start(desk, lead);
    expect(await ended).toMatchObject({ status: 'finished', words: 'Thanks' });
    const [child = ''] = childrenOf(desk.store.read, 't');
    const messageId = must(
      entriesOf(desk).find(({ kind }) => kind === 'assistant_message'),
      'answer',
    ).id;
    expect(threadSummary(desk.store.read, child)).toMatchObject({
      title: 'Read it all',
      status: 'finished',
      agent: 'Reader',
      spawnedBy: { threadId: 't', runId, messageId, callId: 'call_1_1', title: 'Go' },
    });
    expect(kinds(desk, child)).toEqual(['user_message', 'run_started', 'assistant_message', 'usage', 'run_finished']);
    expect(entriesOf(desk, child)[0]).toMatchObject({ text: 'Read it all', origin: 'agent' });
    // It knows nothing but its task.
    expect(resultsOf(desk, 't')).toEqual(['Read: [{"role":"user","content":"Read it all"}]']);
    expect(good(listThreads(desk.store.read, { limit: 10 })).threads.map(({ id }) => id)).toEqual(['t']);
  });

  it('answers in its form as JSON', async () => {
    const desk = createDesk();
    const answer = { type: 'object', properties: { n: { type: 'number' } } };
    const counter = named('Counter', [{ text: '```json\n{ "n": 3 }\n```' }], { snapshot: { answer } });
    await start(desk, named('Lead', [gives(['counter', 'Count']), { text: 'Ok' }], { subagents: [counter] })).ended;
    expect(resultsOf(desk, 't')).toEqual(['{"n":3}']);
  });

  it('has a list of its own, and never changes that of who asks', async () => {
    const desk = createDesk();
    const todo = (id: string) => ({ todos: [{ id, content: id, status: 'in_progress' }] });
    const writer = named('Writer', [{ calls: [{ name: 'write_todos', arguments: todo('child') }] }, { text: 'Done' }]);
    const told: string[] = [];
    const steps = [
      { calls: [{ name: 'write_todos', arguments: todo('mine') }, asking('writer', 'Write')] },
      { text: 'Thanks' },
    ];
    const { ended } = good(
      desk.runs.start({
        agent: named('Lead', steps, { subagents: [writer] }),
        threadId: 't',
        input: message('Go'),
        onTodos: (todos, of) => told.push(`${of.agent} ${String(of.isSubagent)} ${todos[0]?.id}`),
      }),
    );
    expect((await ended).todos).toMatchObject([{ id: 'mine' }]);
    expect(told).toEqual(['Lead false mine', 'Writer true child']);
    const [child = ''] = childrenOf(desk.store.read, 't');
    expect(threadSummary(desk.store.read, child)?.plan).toEqual({ done: 0, total: 1 });
  });

  it.each<[string, readonly ScriptedStep[], string]>([
    [
      'fails',
      [{ text: 'Half', failure: { code: 'bad_key', message: 'The key is wrong', retryable: false } }],
      'error: The agent “Worker” failed: The key is wrong\nIts last words:\nHalf',
    ],
    [
      'reaches a limit',
      [{ text: 'On', calls: [{ name: 'write_todos', arguments: { todos: [] } }] }],
      'error: The agent “Worker” has reached its limit of model calls before it was done.',
    ],
  ])('that %s is an answer', async (_, steps, answer) => {
    const desk = createDesk();
    const worker = named('Worker', steps, { snapshot: { limits: { steps: 1 } } });
    const { ended } = start(
      desk,
      named('Lead', [gives(['worker', 'Work']), { text: 'I see' }], { subagents: [worker] }),
    );
    expect(await ended).toMatchObject({ status: 'finished', words: 'I see' });
    expect(resultsOf(desk, 't')).toEqual([answer]);
  });

  it('that is stopped alone is an answer, and the others go on', async () => {
    const desk = createDesk();
    const lead = named('Lead', [gives(['slow', 'One'], ['quick', 'Two']), { text: 'So be it' }], {
      subagents: [named('slow', hanging('Half')), named('quick', [{ text: 'Here' }])],
    });
    const { ended } = start(desk, lead);
    await vi.waitFor(() => expect(desk.runs.working()).toHaveLength(2));
    const slow = must(
      desk.runs.working().find(({ agent }) => agent.name === 'slow'),
      'slow',
    );
    good(desk.runs.stop(slow.id));
    expect((await ended).status).toBe('finished');
    expect(resultsOf(desk, 't')).toEqual([
      'Here',
      'error: The agent “slow” was stopped by a person before it was done.\nIts last words:\nHalf',
    ]);
  });

  it('cannot ask over more levels than may be', async () => {
    const desk = createDesk({ subagentDepth: () => 2 });
    await start(desk, lineOf(3, [{ text: 'Never' }])).ended;
    const threads = lineOfThreads(desk, 't');
    expect(threads).toHaveLength(3);
    expect(resultsOf(desk, threads[2] ?? '')).toEqual([
      'error: The agent “a3” could not begin: Agents may ask others over 2 levels, and this would be one more. Do it yourself',
    ]);
    expect(resultsOf(desk, 't')).toEqual(['1 done']);
  });

  it('is found by its id where it is set up', async () => {
    const desk = createDesk();
    const other = named('Über Prüfer', [{ text: 'Checked' }]);
    const { subagents: _, ...lead } = named('Lead', [gives(['u_ber_pru_fer', 'Check']), { text: 'Ok' }], {
      snapshot: { subagents: ['other', 'gone'] },
    });
    const found = async (id: string) =>
      id === 'other'
        ? ({ ok: true, value: other } as const)
        : ({ ok: false, error: { code: 'agent_not_found', message: 'Gone' } } as const);
    const run = { agent: lead, threadId: 't', input: message('Go'), findAgent: found };
    await good(desk.runs.start(run)).ended;
    expect(resultsOf(desk, 't')).toEqual(['Checked']);
  });
});

describe('several sub-agents', () => {
  it('asked in one turn work at once, though only one run may, and answer each its own call', async () => {
    const desk = createDesk({ maxRuns: () => 1 });
    const both = Promise.withResolvers<void>();
    let there = 0;
    const meets = (name: string) =>
      named(name, {
        id: name,
        async *stream() {
          there += 1;
          if (there === 2) both.resolve();
          await both.promise;
          yield { type: 'text', text: `I am ${name}` };
          const tokens = { input: 1, output: 1, cacheRead: 0, cacheWrite: 0, reasoning: 0 };
          yield { type: 'finish', reason: 'stop', tokens };
        },
      });
    const lead = named('Lead', [gives(['a', 'One'], ['b', 'Two']), { text: 'Both' }], {
      subagents: [meets('a'), meets('b')],
    });
    const { ended } = start(desk, lead);
    expect((await ended).words).toBe('Both');
    const byCall = entriesOf(desk).flatMap((entry) =>
      entry.kind === 'tool_result' ? [`${entry.callId} ${entry.content}`] : [],
    );
    expect(byCall.toSorted()).toEqual(['call_1_1 I am a', 'call_1_2 I am b']);
    expect(kinds(desk).includes('run_queued')).toBe(false);
  });

  it('stop with the run that they work for, at any depth', async () => {
    const desk = createDesk({ subagentDepth: () => 5 });
    const { runId, ended } = start(desk, lineOf(3, hanging('At work')));
    await vi.waitFor(() => expect(desk.runs.working()).toHaveLength(4));
    expect(desk.runs.counts()).toEqual({ queued: 0, running: 1, waiting: 0, paused: 0 });
    good(desk.runs.stop(runId));
    expect((await ended).status).toBe('stopped');
    expect(familyOf(desk.store.read, 't').map((id) => statusOf(desk, id))).toEqual(Array(4).fill('stopped'));
  });

  it('stop over 80 levels', async () => {
    const desk = createDesk({ subagentDepth: () => 80 });
    const { runId, ended } = start(desk, lineOf(80, hanging('At work')));
    await vi.waitFor(
      () => expect(desk.deps.live.of(lineOfThreads(desk, 't')[80] ?? '')[0]?.text).toBe('At work'),
      20_000,
    );
    good(desk.runs.stop(runId));
    expect((await ended).status).toBe('stopped');
    expect(new Set(familyOf(desk.store.read, 't').map((id) => statusOf(desk, id)))).toEqual(new Set(['stopped']));
  });

  it('pause and go on with it', async () => {
    const desk = createDesk();
    const gate = Promise.withResolvers<void>();
    const steps: ScriptedStep[] = [{ calls: [{ name: 'write_todos', arguments: { todos: [] } }] }, { text: 'Done' }];
    const worker = named('Worker', steps);
    const held = {
      ...worker,
      model: {
        id: 'm',
        async *stream(...args: Parameters<typeof worker.model.stream>) {
          await gate.promise;
          yield* worker.model.stream(...args);
        },
      },
    };
    const { runId, ended } = start(
      desk,
      named('Lead', [gives(['worker', 'Work']), { text: 'Ok' }], { subagents: [held] }),
    );
    await vi.waitFor(() => expect(desk.runs.working()).toHaveLength(2));
    good(desk.runs.pause(runId));
    expect(desk.runs.standing(runId)).toEqual({ pausing: true });
    gate.resolve();
    await vi.waitFor(() => expect(desk.runs.counts()).toEqual({ queued: 0, running: 0, waiting: 0, paused: 1 }));
    expect(desk.runs.standing(runId)).toEqual({ status: 'paused' });
    expect(desk.runs.areWorking()).toBe(false);
    good(desk.runs.resume(runId));
    expect((await ended).status).toBe('finished');
  });
});

describe('what a sub-agent asks a person', () => {
  it('shows with the run that it works for, which gives its place to others meanwhile', async () => {
    const desk = createDesk({ maxRuns: () => 1 });
    const lead = named('Lead', [gives(['careful', 'Do it']), { text: 'Well done' }], {
      subagents: [named('careful', ASKING, { tools: [asks] })],
    });
    const { runId, ended } = start(desk, lead);
    await vi.waitFor(() => expect(threadSummary(desk.store.read, 't')?.status).toBe('waiting'));
    const [child = ''] = childrenOf(desk.store.read, 't');
    const [running, ...more] = runningThreads(desk.store.read);
    expect(more).toEqual([]);
    const approval = must(running?.approvals[0], 'approval');
    expect(running?.summary.id).toBe('t');
    expect(approval).toMatchObject({ threadId: child, agent: 'careful', callId: 'call_1_1', toolName: 'asks' });
    expect(desk.runs.counts()).toEqual({ queued: 0, running: 0, waiting: 1, paused: 0 });
    expect(desk.runs.areWorking()).toBe(false);

    const other = good(desk.runs.start({ agent: agentOf(hanging('Mine now')), threadId: 'u', input: message('Go') }));
    expect(statusOf(desk, 'u')).toBe('running');
    good(desk.runs.decide(approval.runId, approval.callId, { decision: 'approved' }));
    await vi.waitFor(() => expect(statusOf(desk, child)).toBe('queued'));
    expect(desk.runs.standing(runId)).toEqual({ place: 1 });
    good(desk.runs.stop(other.runId));
    expect((await ended).words).toBe('Well done');
    expect(resultsOf(desk, child)).toEqual(['ran']);
  });

  it('is allowed for the whole family at once', async () => {
    const desk = createDesk();
    const careful = named('careful', ASKING, { tools: [asks] });
    const lead = named('Lead', [gives(['careful', 'One'], ['careful', 'Two']), { text: 'Ok' }], {
      subagents: [careful],
    });
    const { ended } = start(desk, lead);
    await vi.waitFor(() => expect(runningThreads(desk.store.read)[0]?.approvals).toHaveLength(2));
    const [child = ''] = childrenOf(desk.store.read, 't');
    good(addGrant(desk.store.write, child, { tool: 'asks' }));
    desk.runs.permissionsChanged(child);
    expect((await ended).status).toBe('finished');
  });
});

describe('limits', () => {
  it('of a run count what its sub-agents use, and end those as well', async () => {
    const desk = createDesk();
    const tokens = { input: 10, output: 5, cacheRead: 0, cacheWrite: 0, reasoning: 0 };
    const again: ScriptedStep = { calls: [{ name: 'write_todos', arguments: { todos: [] } }], tokens, cost: 0.25 };
    const worker = named('Worker', [again, again, again, { text: 'Never', tokens }]);
    const lead = named('Lead', [{ calls: [asking('worker', 'Work')], tokens, cost: 0.5 }], {
      subagents: [worker],
      snapshot: { limits: { steps: 10, cost: 1 } },
    });
    expect(await start(desk, lead).ended).toMatchObject({ status: 'limit', limit: 'cost' });
    expect(resultsOf(desk, 't')).toEqual([
      'error: The agent “Worker” has reached its limit of cost before it was done.',
    ]);
    const summary = must(threadSummary(desk.store.read, 't'), 'summary');
    expect([summary.usage.cost, summary.usage.calls, summary.usageBelow?.cost]).toEqual([1, 3, 0.5]);
  });
});

describe('a family that a dead process left', () => {
  it('is interrupted whole, and the call that waited is answered', async () => {
    const desk = createDesk();
    start(desk, lineOf(2, hanging('Half')));
    await vi.waitFor(() => expect(desk.runs.working()).toHaveLength(3));
    recoverRuns(desk.deps, () => ok(null));
    const threads = lineOfThreads(desk, 't');
    expect(threads.map((id) => statusOf(desk, id))).toEqual(['interrupted', 'interrupted', 'interrupted']);
    expect(threads.slice(0, 2).map((id) => resultsOf(desk, id))).toEqual([
      ['error: interrupted: may have taken effect'],
      ['error: interrupted: may have taken effect'],
    ]);
  });

  it('is interrupted in order when the program closes', async () => {
    const desk = createDesk();
    start(desk, lineOf(2, hanging('Half')));
    await vi.waitFor(() => expect(desk.runs.working()).toHaveLength(3));
    await desk.runs.close();
    expect(lineOfThreads(desk, 't').map((id) => statusOf(desk, id))).toEqual(Array(3).fill('interrupted'));
  });
});
