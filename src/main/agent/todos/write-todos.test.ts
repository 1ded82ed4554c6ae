import { describe, expect, it } from 'vitest';
import type { TodoItem } from '../../../shared/todos/list.ts';
import { createWorld, told } from '../testing/world.ts';

const call = (todos: unknown) => ({ name: 'write_todos', arguments: { todos } });
const list = (...statuses: readonly TodoItem['status'][]): readonly TodoItem[] =>
  statuses.map((status, index) => ({ id: `t${index + 1}`, content: `Task ${index + 1}`, status }));

describe('write_todos', () => {
  it('is there only for an agent that keeps todos, and tells the model how to use it', async () => {
    const without = createWorld();
    await without.run([{ text: 'Hi' }]);
    expect(without.requests[0]?.tools).toEqual([]);

    const world = createWorld();
    await world.run([{ text: 'Hi' }], { todos: 'list' });
    const [tool, ...others] = world.requests[0]?.tools ?? [];
    expect(others).toEqual([]);
    expect(tool?.name).toBe('write_todos');
    for (const rule of [
      'plan work of several steps before you begin',
      'exactly one item in_progress',
      'Mark an item completed the moment it is done',
      'Send the whole list each time',
      'Keep ids stable',
    ]) {
      expect(tool?.description).toContain(rule);
    }
    expect(tool?.parameters).toMatchObject({
      type: 'object',
      required: ['todos'],
      properties: {
        todos: {
          type: 'array',
          maxItems: 100,
          items: {
            required: ['id', 'content', 'status'],
            properties: { status: { enum: ['pending', 'in_progress', 'completed'] } },
          },
        },
      },
    });
  });

  it('replaces the list, reads it back, and announces each change', async () => {
    const world = createWorld();
    const first = list('in_progress', 'pending');
    const second = list('completed', 'in_progress');
    const { todos } = await world.run([{ calls: [call(first)] }, { calls: [call(second)] }, { text: 'Done' }], {
      todos: 'list',
    });
    expect(todos).toEqual(second);
    expect(world.announced).toEqual([first, second]);
    expect(told(world)).toContain('result call_2_1 Todo list (1 of 2 completed):\n[x] t1: Task 1\n[>] t2: Task 2');
  });

  it('refuses a wrong list in words that name what is wrong, and leaves the list as it was', async () => {
    const world = createWorld();
    const right = list('in_progress', 'pending');
    const wrong = list('in_progress', 'in_progress');
    const { todos } = await world.run([{ calls: [call(right)] }, { calls: [call(wrong)] }, { text: 'Oh' }], {
      todos: 'list',
    });
    expect(todos).toEqual(right);
    expect(world.announced).toEqual([right]);
    expect(told(world)).toContain(
      'error call_2_1 The todo list was not changed: at most one item may be in_progress, got "t1", "t2".',
    );
  });

  it('names every broken rule and who breaks it; then nothing is announced, and nothing written', async () => {
    const world = createWorld();
    const right = list('in_progress');
    const many = Array.from({ length: 101 }, (_, n) => ({ id: `i${n}`, content: 'C', status: 'pending' }));
    const wrong = [
      [{ id: 'a', content: ' ', status: 'doing' }, { id: 'a', content: 'A', status: 'pending' }, { id: '' }],
      many,
      { todos: [] },
      undefined,
    ];
    const steps = [right, ...wrong, many.slice(1)].map((todos) => ({ calls: [call(todos)] }));
    await world.run([...steps, { text: 'Oh' }], { todos: 'list' });
    const kept = 'error call_2_1 The todo list was not changed: ';
    expect(told(world).filter((line) => line.startsWith('error'))).toEqual([
      `${kept}item "a" needs a content that is not blank; item "a" has status "doing", must be one of pending, ` +
        'in_progress, completed; item 3 needs an id that is not blank; item 3 needs a content that is not blank; item 3 ' +
        'has no status, must be one of pending, in_progress, completed; ids must be unique, repeated: "a".',
      'error call_3_1 The todo list was not changed: at most 100 items are allowed, got 101.',
      'error call_4_1 The todo list was not changed: todos must be an array of { id, content, status }.',
      'error call_5_1 The todo list was not changed: todos must be an array of { id, content, status }.',
    ]);
    expect(world.announced).toEqual([right, many.slice(1)]);
    const refused = createWorld();
    await refused.run(
      wrong.map((todos) => ({ calls: [call(todos)] })),
      { todos: 'list' },
    );
    expect([refused.announced, refused.kept]).toEqual([[], undefined]);
  });

  it('takes an identical list as no change', async () => {
    const world = createWorld();
    const same = list('in_progress');
    await world.run([{ calls: [call(same)] }, { calls: [call(same)] }, { text: 'Done' }], { todos: 'list' });
    expect(world.announced).toEqual([same]);
    const results = world.entries.filter((entry) => entry.kind === 'tool_result');
    expect(results.map(({ isError, content, details }) => ({ isError, content, details }))).toEqual([
      {
        isError: false,
        content: 'Todo list (0 of 1 completed):\n[>] t1: Task 1',
        details: { kind: 'todos', todos: same },
      },
      { isError: false, content: 'Todo list (0 of 1 completed):\n[>] t1: Task 1', details: undefined },
    ]);
  });

  it('applies several calls of a step in call order', async () => {
    const world = createWorld();
    const [a, b] = [list('in_progress'), list('completed')];
    const calls = [call(a), call(b), call(list('in_progress', 'in_progress'))];
    const { todos } = await world.run([{ calls }, { text: 'Done' }], { todos: 'list' });
    expect(world.announced).toEqual([a, b]);
    expect(todos).toEqual(b);
  });

  it('goes on from the list of an earlier run of the branch, announced once at the start', async () => {
    const world = createWorld();
    const kept = list('in_progress', 'pending');
    await world.run([{ calls: [call(kept)] }, { text: 'Half' }], { todos: 'list' });
    world.announced.length = 0;
    const { todos } = await world.run([], { todos: 'list' });
    expect(todos).toEqual(kept);
    expect(world.announced).toEqual([kept]);
  });

  it('has no list to report when none was written, or the agent keeps none', async () => {
    expect((await createWorld().run([{ text: 'Hi' }], { todos: 'list' })).todos).toBeUndefined();
    expect((await createWorld().run([{ calls: [call([])] }, { text: 'Hi' }])).todos).toBeUndefined();
  });

  it('can be emptied', async () => {
    const world = createWorld();
    const { todos } = await world.run([{ calls: [call([])] }, { text: 'Done' }], { todos: 'list' });
    expect(todos).toEqual([]);
    expect(told(world)).toContain('result call_1_1 Todo list is empty.');
  });
});
