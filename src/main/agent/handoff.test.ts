import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { PLAIN_AGENT } from '../../shared/run/agent.ts';
import type { ScriptedStep } from '../models/scenario.ts';
import type { PathEntry } from '../../shared/thread/entry.ts';
import { renderTodos, type TodoItem } from '../../shared/todos/list.ts';
import { scriptedModel } from '../models/scripted.ts';
import type { ResolvedAgent } from './agent.ts';
import type { ModelRequest } from './model.ts';
import { createWorld, told } from './testing/world.ts';
import { defineTool, type AnyTool } from './tool.ts';

const seen: ModelRequest[] = [];

type Options = {
  readonly snapshot?: Partial<ResolvedAgent['snapshot']>;
  readonly steps?: readonly ScriptedStep[];
  readonly tools?: readonly AnyTool[];
};

function agent(name: string, { snapshot: changes, steps, tools = [] }: Options = {}): ResolvedAgent {
  const scenario = { steps: steps ?? [() => ({}), { text: `I am ${name}.` }] };
  const inner = scriptedModel({ id: `scripted/${name}`, scenario });
  const model: ResolvedAgent['model'] = {
    id: inner.id,
    stream(request, signal) {
      seen.push(request);
      return inner.stream(request, signal);
    },
  };
  const snapshot = {
    ...PLAIN_AGENT,
    name,
    model: model.id,
    overrides: {},
    instructions: `Be ${name}.`,
    ...changes,
  };
  return { snapshot, model, tools };
}

describe('a handoff', () => {
  it('goes on in the same run and branch with the other agent, who sees all that was said', async () => {
    seen.length = 0;
    const world = createWorld();
    const { outcome } = await world.run(
      [{ text: 'Not mine.', calls: [{ name: 'transfer_to_reviewer_2', arguments: {} }] }],
      {
        handoffs: ['r', 'gone'],
        others: { r: agent('Reviewer 2') },
      },
    );
    expect(outcome).toEqual({ status: 'finished' });
    expect(told(world)).toEqual([
      'user Go',
      'assistant Not mine.+transfer_to_reviewer_2',
      'usage',
      'tool_started call_1_1',
      'result call_1_1 Handed over to “Reviewer 2”. You are “Reviewer 2” now: go on from here.',
      'handoff tester → Reviewer 2',
      'assistant I am Reviewer 2.',
      'usage',
    ]);
    expect(world.requests[0]?.tools.map(({ name }) => name)).toEqual(['transfer_to_reviewer_2']);
    expect(seen).toHaveLength(1);
    expect(seen[0]?.instructions).toBe('Be Reviewer 2.');
    expect(seen[0]?.messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool']);
    expect(seen[0]?.tools).toEqual([]);
  });

  it('happens once a turn', async () => {
    const world = createWorld();
    const calls = ['a', 'b'].map((name) => ({ name: `transfer_to_${name}`, arguments: {} }));
    await world.run([{ calls }], { handoffs: ['a', 'b'], others: { a: agent('a'), b: agent('b') } });
    expect(told(world)).toContain('error call_1_2 The conversation is being handed over to another agent already.');
    expect(told(world)).toContain('handoff tester → a');
  });

  it('keeps the list for an agent that keeps one', async () => {
    const world = createWorld();
    const todos = [{ id: 'a', content: 'A', status: 'in_progress' }];
    const calls = [
      { name: 'write_todos', arguments: { todos } },
      { name: 'transfer_to_a', arguments: {} },
    ];
    const result = await world.run([{ calls }], { todos: 'list', handoffs: ['a'], others: { a: agent('a') } });
    expect(result.todos).toEqual(todos);
  });

  const handOver = (name: string): ScriptedStep => ({ calls: [{ name: `transfer_to_${name}`, arguments: {} }] });

  it('goes back to an agent that had the run before', async () => {
    const world = createWorld();
    // The script of each goes on from what was said, whoever said it.
    const first = agent('First', { steps: [() => ({}), () => ({}), { text: 'Back with me.' }] });
    const second = agent('Second', { snapshot: { handoffs: ['first'] }, steps: [() => ({}), handOver('first')] });
    const { outcome } = await world.run([handOver('second')], { handoffs: ['second'], others: { first, second } });
    expect(outcome).toEqual({ status: 'finished' });
    expect(told(world).filter((line) => /^(handoff|assistant)/.test(line))).toEqual([
      'assistant +transfer_to_second',
      'handoff tester → Second',
      'assistant +transfer_to_first',
      'handoff Second → First',
      'assistant Back with me.',
    ]);
  });

  it('gives every agent a tool of its own name', async () => {
    const world = createWorld();
    const others = { a: agent('Prüfer 1'), b: agent('Prüfer!1'), c: agent('検査'), d: agent('別'), e: agent('Mine') };
    const mine = defineTool({
      name: 'transfer_to_mine',
      description: '',
      input: z.object({}),
      concurrency: 'parallel',
      execute: async () => ({ content: '' }),
    });
    await world.run([{ text: 'No.' }], { handoffs: Object.keys(others), others, tools: [mine] });
    expect(world.requests[0]?.tools.map(({ name }) => name)).toEqual([
      'transfer_to_mine',
      'transfer_to_pru_fer_1',
      'transfer_to_pru_fer_1_2',
      'transfer_to_agent',
      'transfer_to_agent_2',
      'transfer_to_mine_2',
    ]);
  });

  it('takes the limits of the run along, but for what an agent may cost per day', async () => {
    const world = createWorld();
    const limits = { steps: 1, cost: 9, costPerDay: 2 };
    const other = agent('Other', { snapshot: { limits, handoffs: ['other'] }, steps: [() => ({}), handOver('other')] });
    const { outcome } = await world.run([handOver('other')], { handoffs: ['other'], others: { other }, maxSteps: 3 });
    expect(outcome).toEqual({ status: 'finished' });
    const entry = world.entries.find(({ kind }) => kind === 'handoff');
    expect(entry?.kind === 'handoff' && entry.agent.limits).toEqual({ steps: 3, costPerDay: 2 });
    expect(entry?.kind === 'handoff' && entry.agent.overrides).toEqual({});
  });

  it('ends at the limit of the run, however often it was handed over', async () => {
    const world = createWorld();
    const ping = agent('Ping', { snapshot: { handoffs: ['pong'] }, steps: [() => ({}), handOver('pong')] });
    const pong = agent('Pong', { snapshot: { handoffs: ['ping'] }, steps: Array(20).fill(handOver('ping')) });
    const others = { ping: { ...ping, model: pong.model }, pong };
    const { outcome } = await world.run([handOver('pong')], { handoffs: ['pong'], others, maxSteps: 2 });
    expect(outcome).toEqual({ status: 'limit', limit: 'steps' });
  });

  it('answers in the form of the agent that goes on, which may correct itself once', async () => {
    const world = createWorld();
    const answer = { type: 'object', properties: { n: { type: 'number' } }, required: ['n'] };
    const other = agent('Other', {
      snapshot: { answer },
      steps: [() => ({}), { text: 'Not JSON' }, { text: '{"n":1}' }],
    });
    const steps = [{ text: 'Not JSON either' }, handOver('other')];
    const result = await world.run(steps, { answer, handoffs: ['other'], others: { other } });
    expect(result).toMatchObject({ outcome: { status: 'finished' }, answer: { n: 1 } });
  });

  it('gives the list as of that point to an agent that keeps one, though the one before it does not', async () => {
    const world = createWorld();
    const todos = [{ id: 'a', content: 'A', status: 'in_progress' }] as const;
    const keeper = agent('Keeper', { snapshot: { todos: 'list', handoffs: ['plain'] }, steps: [handOver('plain')] });
    const plain = agent('Plain', { steps: [() => ({}), () => ({}), { text: 'Done.' }] });
    // What an earlier run of the thread wrote.
    world.entries.push(
      {
        id: 'start',
        threadId: 'thread',
        seq: 1,
        at: 0,
        v: 1,
        parentId: null,
        kind: 'user_message',
        text: 'Go',
        origin: 'person',
      },
      ...earlierList(todos),
    );
    const result = await world.run([() => ({}), handOver('keeper')], {
      handoffs: ['keeper'],
      others: { keeper, plain },
    });
    expect(result.todos).toEqual(todos);
    expect(world.announced).toEqual([todos]);
  });
});

function earlierList(todos: readonly TodoItem[]): readonly PathEntry[] {
  const stamp = { threadId: 'thread', at: 0, v: 1 };
  const call = { id: 'w', name: 'write_todos', arguments: JSON.stringify({ todos }) };
  const content = renderTodos(todos);
  return [
    {
      ...stamp,
      id: 'a',
      seq: 2,
      parentId: 'start',
      kind: 'assistant_message',
      step: 1,
      model: 'm',
      text: '',
      reasoning: '',
      calls: [call],
      finish: 'tool_calls',
      sentAt: 0,
    },
    {
      ...stamp,
      id: 'r',
      seq: 3,
      parentId: 'a',
      kind: 'tool_result',
      messageId: 'a',
      callId: 'w',
      toolName: 'write_todos',
      content,
      isError: false,
      details: { kind: 'todos', todos },
    },
  ];
}
