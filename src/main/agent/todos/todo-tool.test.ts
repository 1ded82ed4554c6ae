import { describe, expect, it, test } from 'vitest';
import sessions from '../../../shared/todos/fixtures/phased-ops.json' with { type: 'json' };
import type { CompletedTask, TodoPhase } from '../../../shared/todos/phases.ts';
import type { ToolResultBody } from '../../../shared/thread/entry.ts';
import { z } from 'zod';
import { defineTool } from '../tool.ts';
import { createWorld, told, type World } from '../testing/world.ts';
import { todoTool } from './todo-tool.ts';

const call = (input: unknown) => ({ name: 'todo', arguments: JSON.stringify(input) });
const init = (...items: readonly string[]) => call({ op: 'init', items });

function resultsOf(world: World): readonly ToolResultBody[] {
  return world.entries.filter((entry) => entry.kind === 'tool_result');
}

const yieldTool = defineTool({
  name: 'yield',
  description: '',
  input: z.looseObject({}),
  concurrency: 'exclusive',
  execute: async () => ({ content: 'ended' }),
});

type Step = {
  readonly input: unknown;
  readonly text: string;
  readonly isError: boolean;
  readonly phases: readonly TodoPhase[];
  readonly completedTasks?: readonly CompletedTask[];
};

test('in a run, every recorded call answers as it was recorded', async () => {
  for (const { steps } of sessions as readonly { readonly steps: readonly Step[] }[]) {
    const world = createWorld();
    const calls = steps.map(({ input }) => ({ calls: [call(input)] }));
    const ran = await world.run([...calls, { text: 'Done?' }], { todos: 'phases', maxSteps: 1000 });
    const answers = resultsOf(world).map(({ content, isError, details }) => ({
      text: content,
      isError,
      ...(details?.kind === 'phases' ? { phases: details.phases, completedTasks: details.completedTasks } : {}),
    }));
    expect(answers).toEqual(
      steps.map(({ text, isError, phases, completedTasks }) =>
        isError ? { text, isError } : { text, isError, phases, completedTasks },
      ),
    );
    const written = resultsOf(world).some(({ details }) => details?.kind === 'phases' && details.op !== 'view');
    expect(ran.todoPhases).toEqual(written ? steps.at(-1)?.phases : undefined);
  }
});

describe('todo', () => {
  it('is there only for an agent that plans in phases, and tells the model how to use it', async () => {
    const world = createWorld();
    await world.run([{ text: 'Hi' }], { todos: 'phases' });
    const [tool, ...others] = world.requests[0]?.tools ?? [];
    expect(others).toEqual([]);
    expect(tool?.name).toBe('todo');
    for (const rule of [
      'plan work of several steps before you begin',
      'Contents and phase names are identifiers: they must be unique, and stay unchanged',
      'One task is current',
      'mark a task the moment it is done',
      'never several at the end',
      'Skip it for a single simple step',
    ]) {
      expect(tool?.description).toContain(rule);
    }
    expect(tool?.parameters).toEqual({
      type: 'object',
      properties: {
        op: { type: 'string', enum: ['init', 'start', 'done', 'drop', 'block', 'unblock', 'rm', 'append', 'view'] },
        list: {
          type: 'array',
          items: {
            type: 'object',
            properties: {
              phase: { type: 'string' },
              items: { type: 'array', items: { type: 'string' }, minItems: 1 },
            },
            required: ['phase', 'items'],
            additionalProperties: false,
          },
          description: 'For init: the phases in their order, each with its tasks',
        },
        task: { type: 'string', description: 'The full content of the task' },
        phase: { type: 'string', description: 'The name of the phase' },
        items: {
          type: 'array',
          items: { type: 'string' },
          description: 'For append: the tasks to add. For init without phases: all tasks',
        },
        reason: { type: 'string', description: 'For block: why, in one line' },
      },
      required: ['op'],
      additionalProperties: false,
    });
    const flat = createWorld();
    await flat.run([{ text: 'Hi' }], { todos: 'list' });
    expect(flat.requests[0]?.tools.map(({ name }) => name)).toEqual(['write_todos']);
  });

  it('is left out when it is disabled, and for an agent that ends by a yield tool', async () => {
    const world = createWorld();
    await world.run([{ text: 'Hi' }], { todos: 'phases', todoRules: { enabled: false } });
    expect(world.requests[0]?.tools).toEqual([]);
    const ending = createWorld();
    await ending.run([{ text: 'Hi' }], { todos: 'phases', tools: [yieldTool] });
    expect(ending.requests[0]?.tools.map(({ name }) => name)).toEqual(['yield']);
  });

  it('is exclusive and discoverable', () => {
    const none = { phases: [], earlier: [], edited: false };
    expect(todoTool(() => none, 'session')).toMatchObject({ concurrency: 'exclusive', loadMode: 'discoverable' });
  });

  it('never works beside another call of its turn', async () => {
    const world = createWorld();
    const order: string[] = [];
    const slow = defineTool({
      name: 'slow',
      description: '',
      input: z.looseObject({}),
      concurrency: 'parallel',
      async execute(_, { callId }) {
        order.push(`begins ${callId} with ${world.phases.length}`);
        await new Promise(setImmediate);
        order.push(`ends ${callId} with ${world.phases.length}`);
        return { content: 'slept' };
      },
    });
    const sleep = { name: 'slow', arguments: '{}' };
    await world.run([{ calls: [sleep, init('a'), sleep, call({ op: 'done', task: 'a' }), sleep] }, { text: 'So?' }], {
      todos: 'phases',
      tools: [slow],
    });
    expect(order).toEqual([
      'begins call_1_1 with 0',
      'ends call_1_1 with 0',
      'begins call_1_3 with 1',
      'ends call_1_3 with 1',
      'begins call_1_5 with 2',
      'ends call_1_5 with 2',
    ]);
  });

  it('repairs a call without an op, and names each field that is wrong', async () => {
    const world = createWorld();
    await world.run([{ calls: [call({ items: ['a'] })] }, { calls: [call({ task: 7 })] }, { text: 'So?' }], {
      todos: 'phases',
    });
    expect(resultsOf(world).map(({ content, isError }) => [isError, content.split('\n')[0]])).toEqual([
      [false, 'Remaining items (1):'],
      [
        true,
        'Invalid todo arguments: op: must be one of init, start, done, drop, block, unblock, rm, append, view; ' +
          'task: expected string, received number',
      ],
    ]);
  });

  it('lands every done of one turn, and announces each change', async () => {
    const world = createWorld();
    const done = (task: string) => call({ op: 'done', task });
    const ran = await world.run(
      [{ calls: [init('a', 'b', 'c')] }, { calls: [done('a'), done('b'), done('c')] }, { text: 'Done.' }],
      { todos: 'phases' },
    );
    const tasks = (phases: readonly TodoPhase[]): string =>
      phases.flatMap((phase) => phase.tasks.map(({ status }) => status)).join();
    expect(world.phases.map(tasks)).toEqual([
      'in_progress,pending,pending',
      'completed,in_progress,pending',
      'completed,completed,in_progress',
      'completed,completed,completed',
    ]);
    expect(tasks(ran.todoPhases ?? [])).toBe('completed,completed,completed');
  });

  it('says where it is stored, what it did and what that completed', async () => {
    const world = createWorld();
    await world.run([{ calls: [init('a')] }, { calls: [call({ op: 'done', task: 'a' })] }, { text: 'Done.' }], {
      todos: 'phases',
      todoRules: { storage: 'memory' },
    });
    const phases = [{ name: 'Tasks', tasks: [{ content: 'a', status: 'completed' }] }];
    expect(resultsOf(world).at(-1)?.details).toEqual({
      kind: 'phases',
      op: 'done',
      phases,
      storage: 'memory',
      completedTasks: [{ phase: 'Tasks', content: 'a' }],
    });
  });

  it('goes on from the plan of the branch; resumed, without what is closed, which stays on the branch', async () => {
    const world = createWorld();
    const steps = [
      { calls: [init('a', 'b')] },
      { calls: [call({ op: 'done', task: 'a' })] },
      { text: 'Half?' },
      { calls: [call({ op: 'view' })] },
      { calls: [call({ op: 'append', phase: 'Tasks', items: ['c'] })] },
      { text: 'So?' },
    ];
    await world.run(steps, { todos: 'phases' });
    const open = [{ name: 'Tasks', tasks: [{ content: 'b', status: 'in_progress' }] }];
    world.phases.length = 0;
    await world.run(steps, { todos: 'phases', todoRules: { stripsOnResume: true } });
    expect(world.phases[0]).toEqual(open);
    const earlier = [{ name: 'Tasks', tasks: [{ content: 'a', status: 'completed' }] }];
    const details = resultsOf(world).map((result) => result.details);
    expect(details.slice(2)).toMatchObject([
      { op: 'view', phases: open, earlier },
      { op: 'append', earlier },
    ]);
  });

  it('keeps what a person changes meanwhile, and refuses a new plan that does not know of it', async () => {
    const world = createWorld();
    const edited = [{ name: 'Tasks', tasks: [{ content: 'mine', status: 'in_progress' as const }] }];
    const edit = (): void => {
      const body = { kind: 'user_todo_edit', action: 'The person added “mine”.', phases: edited } as const;
      const parentId = world.entries.at(-1)?.id ?? null;
      world.entries.push({ id: 'edit', threadId: 'thread', seq: 999, at: 0, v: 1, parentId, ...body });
    };
    const ran = await world.run(
      [
        { calls: [init('a')] },
        () => {
          edit();
          return { calls: [init('b'), call({ op: 'append', phase: 'Tasks', items: ['c'] })] };
        },
        { text: 'So?' },
      ],
      { todos: 'phases' },
    );
    expect(resultsOf(world).map(({ isError }) => isError)).toEqual([false, true, false]);
    expect(resultsOf(world)[1]?.content).toBe(
      'The person has changed the todo list meanwhile; yours did not replace it.\nIt is now:\n\n' +
        '# Tasks\n- [/] mine\n\nGo on from it, or init again with their changes in it.',
    );
    expect(ran.todoPhases).toEqual([
      { name: 'Tasks', tasks: [...(edited[0]?.tasks ?? []), { content: 'c', status: 'pending' }] },
    ]);
  });

  it('reads arguments that are no JSON as a failed call', async () => {
    const world = createWorld();
    await world.run([{ calls: [{ name: 'todo', arguments: '{"op":' }] }, { text: 'Oh?' }], { todos: 'phases' });
    expect(told(world).filter((line) => line.startsWith('error'))).toEqual([
      'error call_1_1 The arguments of todo are not valid JSON. Nothing was done. Call it again.',
    ]);
    expect(world.entries.filter(({ kind }) => kind === 'reminder')).toHaveLength(1);
  });
});
