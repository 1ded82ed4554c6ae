import { describe, expect, it } from 'vitest';
import { PLAIN_AGENT } from '../../shared/run/agent.ts';
import { scriptedModel } from '../models/scripted.ts';
import type { ResolvedAgent } from './agent.ts';
import type { ModelRequest } from './model.ts';
import { createWorld, told } from './testing/world.ts';

const seen: ModelRequest[] = [];

function agent(name: string, handoffs: readonly string[] = []): ResolvedAgent {
  const inner = scriptedModel({ id: `scripted/${name}`, scenario: { steps: [() => ({}), { text: `I am ${name}.` }] } });
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
    handoffs: [...handoffs],
    instructions: `Be ${name}.`,
  };
  return { snapshot, model, tools: [] };
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
});
