import { afterEach, describe, expect, it } from 'vitest';
import { ok } from '../../shared/lib/result.ts';
import type { Message } from '../../shared/thread/message.ts';
import type { TodoPhase } from '../../shared/todos/phases.ts';
import { phasesToMarkdown } from '../../shared/todos/phases-markdown.ts';
import type { ResolvedAgent } from '../agent/agent.ts';
import { TODO_RULES } from '../agent/effects.ts';
import type { ModelRequest } from '../agent/model.ts';
import { forkThread } from '../histories/fork-thread.ts';
import { importDeps } from '../histories/testing/history.ts';
import type { ScriptedStep } from '../models/scenario.ts';
import { scriptedModel } from '../models/scripted.ts';
import { appendEntries } from '../threads/append.ts';
import { planAt } from '../threads/plans.ts';
import { runTip } from '../threads/runs.ts';
import { good } from '../threads/testing/store.ts';
import { headOf } from '../threads/thread-rows.ts';
import type { RunsDeps } from './deps.ts';
import { createRuns } from './registry.ts';
import type { RunRequest } from './runs.ts';
import { agentOf, closeDesks, createDesk, message, type Desk } from './testing/desk.ts';

// The plan in phases over a session: what the model's list is, in every place that a run can go on from.

afterEach(closeDesks);

const todo = (input: object): ScriptedStep => ({ calls: [{ name: 'todo', arguments: { ...input } }] });
const INIT = todo({ op: 'init', items: ['a', 'b'] });
const DONE = todo({ op: 'done', task: 'a' });
const ASK: ScriptedStep = { text: 'Shall I?' };

const WHOLE = '# Tasks\n- [x] a\n- [/] b\n';
const OPEN = '# Tasks\n- [/] b\n';

/** An agent that plays these steps from here on, and what its model was sent. */
function player(steps: readonly ScriptedStep[]) {
  const sent: ModelRequest[] = [];
  const left = [...steps];
  const whole = agentOf({
    id: 'scripted/test',
    stream(request, signal) {
      sent.push(request);
      const scenario = { steps: [left.shift() ?? { text: 'Over?' }] };
      return scriptedModel({ id: 'scripted/test', scenario }).stream({ ...request, messages: [] }, signal);
    },
  });
  const agent: ResolvedAgent = { ...whole, snapshot: { ...whole.snapshot, todos: 'phases' } };
  return { agent, sent };
}

async function ran(
  desk: Pick<Desk, 'runs' | 'store'>,
  steps: readonly ScriptedStep[],
  { threadId = 't', input = message('Go'), ...request }: Partial<RunRequest> = {},
) {
  const { agent, sent } = player(steps);
  const heard: string[] = [];
  const onTodoPhases = (phases: readonly TodoPhase[]): void => void heard.push(phasesToMarkdown(phases));
  const { runId, ended } = good(desk.runs.start({ agent, threadId, input, onTodoPhases, ...request }));
  const { todoPhases } = await ended;
  return { sent, heard, left: todoPhases && phasesToMarkdown(todoPhases), tip: runTip(desk.store.read, runId) ?? '' };
}

/** Another process on the same home. */
function restarted(desk: Desk, changes: Partial<RunsDeps> = {}): Pick<Desk, 'runs' | 'store'> {
  return { store: desk.store, runs: createRuns({ ...desk.deps, ...changes }) };
}

const calls = (messages: readonly Message[] = []): readonly string[] =>
  messages.flatMap((one) => (one.role === 'assistant' ? one.toolCalls.map(({ id, name }) => `${name} ${id}`) : []));

describe('a run that resumes a plan', () => {
  it('goes on without what is closed where it is the first since the program started', async () => {
    const desk = createDesk();
    await ran(desk, [INIT, DONE, ASK]);
    const { heard, left, tip } = await ran(restarted(desk), [ASK], { input: message('More') });
    expect([heard, left]).toEqual([[OPEN], OPEN]);
    // The branch keeps it, as people see it.
    expect(planAt(desk.store.read, tip)?.phases.map(({ items }) => items.map(({ status }) => status))).toEqual([
      ['completed', 'in_progress'],
    ]);
  });

  it('goes on with all of it in the same program', async () => {
    const desk = createDesk();
    await ran(desk, [INIT, DONE, ASK]);
    expect((await ran(desk, [ASK], { input: message('More') })).heard).toEqual([WHOLE]);
  });

  it('goes on without what is closed after a switch of the branch', async () => {
    const desk = createDesk();
    const first = await ran(desk, [INIT, DONE, ASK]);
    await ran(desk, [ASK], { input: message('Anew'), at: { parentId: null, activate: true } });
    good(desk.runs.activate('t', first.tip));
    expect((await ran(desk, [ASK], { input: message('More') })).heard).toEqual([OPEN]);
    expect((await ran(desk, [ASK], { input: message('And more') })).heard).toEqual([OPEN]);
  });

  it('goes on with all of it where the person wants it so', async () => {
    const desk = createDesk();
    await ran(desk, [INIT, DONE, ASK]);
    const again = restarted(desk, { todoRules: () => ({ ...TODO_RULES, stripsOnResume: false }) });
    expect((await ran(again, [ASK], { input: message('More') })).heard).toEqual([WHOLE]);
  });

  it('keeps what is closed beside its list, so that no number gets smaller', async () => {
    const desk = createDesk();
    await ran(desk, [INIT, DONE, ASK]);
    const { left, tip } = await ran(restarted(desk), [todo({ op: 'append', phase: 'Tasks', items: ['c'] }), ASK], {
      input: message('More'),
    });
    expect(left).toBe('# Tasks\n- [/] b\n- [ ] c\n');
    expect(planAt(desk.store.read, tip)?.phases).toMatchObject([
      { name: 'Tasks', earlier: true, items: [{ content: 'a', status: 'completed' }] },
      { name: 'Tasks', items: [{ content: 'b' }, { content: 'c' }] },
    ]);
  });
});

describe('the plan', () => {
  it('is that of the point that a run goes on from, and another branch changes nothing of it', async () => {
    const desk = createDesk();
    const first = await ran(desk, [INIT, ASK]);
    await ran(desk, [DONE, ASK], { input: message('More') });
    const side = await ran(desk, [todo({ op: 'rm' }), ASK], {
      input: message('Beside'),
      at: { parentId: first.tip, activate: false },
    });
    expect([side.heard, side.left]).toEqual([['# Tasks\n- [/] a\n- [ ] b\n', '# Tasks\n'], '# Tasks\n']);
    expect((await ran(desk, [ASK], { input: message('On') })).heard).toEqual([WHOLE]);
  });

  it('goes along with a fork, which is not nagged about it', async () => {
    const desk = createDesk();
    const { tip } = await ran(desk, [INIT, DONE, ASK]);
    const threadId = good(await forkThread(importDeps(desk.store.write, 'fork'), 't', tip));
    const there = await ran(desk, [{ text: 'Fine.' }], { threadId, input: message('There') });
    expect([there.heard, there.sent.length]).toEqual([[OPEN], 1]);
    expect((await ran(desk, [ASK], { input: message('Here') })).heard).toEqual([WHOLE]);
  });

  it('goes on with the agent that a run hands over to', async () => {
    const desk = createDesk();
    const other = player([DONE, ASK]);
    const otherAgent = { ...other.agent, snapshot: { ...other.agent.snapshot, name: 'other' } };
    const first = player([INIT, { calls: [{ name: 'transfer_to_other', arguments: {} }] }]);
    const agent = { ...first.agent, snapshot: { ...first.agent.snapshot, handoffs: ['other'] } };
    const request = { agent, threadId: 't', input: message('Go'), findAgent: async () => ok(otherAgent) };
    const { todoPhases } = await good(desk.runs.start(request)).ended;
    expect(todoPhases && phasesToMarkdown(todoPhases)).toBe(WHOLE);
    expect(other.sent[0]?.tools.map(({ name }) => name)).toContain('todo');
  });

  it('is shown to the model as one view after any number of compactions', async () => {
    const desk = createDesk();
    await ran(desk, [INIT, DONE, ASK]);
    const count = { tokens: 1, estimated: true };
    for (const summary of ['First.', 'Second.']) {
      const compaction = {
        kind: 'compaction',
        trigger: 'person',
        model: 'm',
        firstKeptId: null,
        durationMs: 0,
      } as const;
      const phases = [
        {
          name: 'Tasks',
          tasks: [
            { content: 'a', status: 'completed' as const },
            { content: 'b', status: 'in_progress' as const },
          ],
        },
      ];
      const bodies = [
        { ...compaction, summary, before: count, after: count },
        { kind: 'todos_restored', phases, earlier: [] } as const,
      ];
      good(
        appendEntries(desk.store.write, {
          threadId: 't',
          at: 0,
          tip: headOf(desk.store.read, 't') ?? null,
          drafts: bodies.map((body) => ({ id: desk.deps.newId(), body })),
          head: 'take',
        }),
      );
    }
    const { sent, heard } = await ran(desk, [ASK], { input: message('More') });
    const messages = sent[0]?.messages ?? [];
    expect(calls(messages)).toEqual([expect.stringMatching(/^todo cogitator_todos_/)]);
    const shown = messages.find(({ role }) => role === 'tool');
    expect(shown).toMatchObject({
      toolName: 'todo',
      isError: false,
      content: [
        'Remaining items (1):',
        '  - b [in_progress] (Tasks)',
        'Overall: 1/2 done, 1 open.',
        'Active phase 1/1 "Tasks" (1/2).',
        '  Tasks:',
        '    - [X] a',
        '    - [ ] b (in progress)',
      ].join('\n'),
    });
    expect(heard).toEqual([WHOLE]);
  });

  it('is not kept by a sub-agent, even one that keeps one by itself', async () => {
    const desk = createDesk();
    const helper = player([{ text: 'Helped' }]);
    const child = { ...helper.agent, snapshot: { ...helper.agent.snapshot, name: 'Helper' } };
    const lead = player([INIT, { calls: [{ name: 'ask_helper', arguments: { task: 'Help' } }] }, ASK]);
    const agent = { ...lead.agent, subagents: [child] };
    await good(desk.runs.start({ agent, threadId: 't', input: message('Go') })).ended;
    expect(helper.sent.map(({ tools }) => tools)).toEqual([[]]);
    expect(lead.sent[0]?.tools.map(({ name }) => name)).toEqual(['todo', 'ask_helper']);
  });
});
