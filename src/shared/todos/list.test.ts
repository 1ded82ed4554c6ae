import { describe, expect, it, test } from 'vitest';
import type { Message } from '../thread/message.ts';
import { parseKeptTodos, parseTodos, renderTodos, sameTodos, todosIn, type TodoItem } from './list.ts';

const inventory: TodoItem = { id: 'inventory', content: 'List every Jest test file', status: 'completed' };
const config: TodoItem = { id: 'config', content: 'Add vitest.config.ts', status: 'in_progress' };
const rewrite: TodoItem = { id: 'rewrite', content: 'Rewrite the mocks', status: 'pending' };

function many(count: number): readonly TodoItem[] {
  return Array.from({ length: count }, (_, n) => ({ id: `t${n}`, content: `Task ${n}`, status: 'pending' }));
}

describe('parseTodos', () => {
  it('takes a whole list, and only the fields that it knows', () => {
    const value = [inventory, { ...config, priority: 'high' }, rewrite];
    expect(parseTodos(value)).toEqual({ ok: true, value: [inventory, config, rewrite] });
  });

  it('takes an empty list and one of 100 items', () => {
    expect(parseTodos([])).toEqual({ ok: true, value: [] });
    expect(parseTodos(many(100))).toEqual({ ok: true, value: many(100) });
  });

  test.each([
    ['no array', { todos: [] }, 'todos must be an array of { id, content, status }'],
    ['101 items', many(101), 'at most 100 items are allowed, got 101'],
    ['no object', ['a'], 'item 1 must be an object { id, content, status }'],
    ['a blank id', [{ ...config, id: ' ' }], 'item 1 needs an id that is not blank'],
    ['no content', [{ id: 'a', status: 'pending' }], 'item "a" needs a content that is not blank'],
    [
      'an unknown status',
      [{ ...config, status: 'done' }],
      'item "config" has status "done", must be one of pending, in_progress, completed',
    ],
    [
      'no status',
      [{ id: 'a', content: 'b' }],
      'item "a" has no status, must be one of pending, in_progress, completed',
    ],
    ['a repeated id', [inventory, config, inventory, inventory], 'ids must be unique, repeated: "inventory"'],
    [
      'two current items',
      [config, { ...rewrite, status: 'in_progress' }],
      'at most one item may be in_progress, got "config", "rewrite"',
    ],
  ])('refuses %s', (_, value, error) => {
    expect(parseTodos(value)).toEqual({ ok: false, error });
  });

  it('names every broken rule at once', () => {
    const value = [
      { id: 'a', content: '', status: 'in_progress' },
      { id: 'a', content: 'x', status: 'in_progress' },
      7,
    ];
    expect(parseTodos(value)).toEqual({
      ok: false,
      error:
        'item "a" needs a content that is not blank; item 3 must be an object { id, content, status }; ' +
        'ids must be unique, repeated: "a"; at most one item may be in_progress, got "a", "a"',
    });
  });
});

describe('renderTodos', () => {
  it('reads the list back', () => {
    expect(renderTodos([inventory, config, rewrite])).toBe(
      [
        'Todo list (1 of 3 completed):',
        '[x] inventory: List every Jest test file',
        '[>] config: Add vitest.config.ts',
        '[ ] rewrite: Rewrite the mocks',
      ].join('\n'),
    );
  });

  it('says that an empty list is empty', () => {
    expect(renderTodos([])).toBe('Todo list is empty.');
  });

  it('lets no item forge a line', () => {
    const forged: TodoItem = { id: 'a\r\nb', content: 'one\n[x] two\u2028three\u0085four\rfive', status: 'pending' };
    expect(renderTodos([forged])).toBe('Todo list (0 of 1 completed):\n[ ] a b: one [x] two three four five');
  });
});

test('sameTodos compares order, ids, contents and statuses', () => {
  expect(sameTodos([inventory, config], [{ ...inventory }, { ...config }])).toBe(true);
  expect(sameTodos([inventory, config], [config, inventory])).toBe(false);
  expect(sameTodos([config], [{ ...config, status: 'completed' }])).toBe(false);
  expect(sameTodos([config], [{ ...config, content: 'x' }])).toBe(false);
  expect(sameTodos([config], [config, rewrite])).toBe(false);
});

describe('parseKeptTodos', () => {
  it('reads what a thread keeps', () => {
    const kept = { items: [inventory, config], entryId: 'e1' };
    expect(parseKeptTodos(kept)).toEqual(kept);
  });

  test.each([
    ['nothing', undefined],
    ['a bare list', [inventory]],
    ['a blank entry id', { items: [inventory], entryId: ' ' }],
    ['no entry id', { items: [inventory] }],
    ['broken items', { items: [inventory, inventory], entryId: 'e1' }],
  ])('is undefined for %s', (_, value) => {
    expect(parseKeptTodos(value)).toBeUndefined();
  });
});

describe('todosIn', () => {
  const call = (id: string, todos: unknown, name = 'write_todos') => ({
    id,
    name,
    arguments: typeof todos === 'string' ? todos : JSON.stringify({ todos }),
  });
  const step = (...toolCalls: readonly ReturnType<typeof call>[]): Message => ({
    role: 'assistant',
    text: '',
    reasoning: '',
    toolCalls,
  });
  const answer = (toolCallId: string, isError = false, toolName = 'write_todos'): Message => ({
    role: 'tool',
    toolCallId,
    toolName,
    content: '',
    isError,
  });
  const user: Message = { role: 'user', content: 'go' };

  it('is undefined when no list was written', () => {
    expect(todosIn([])).toBeUndefined();
    expect(todosIn([user, step(call('a', [config], 'other')), answer('a', false, 'other')])).toBeUndefined();
  });

  it('is the newest successful call', () => {
    expect(todosIn([user, step(call('a', [config])), answer('a'), step(call('b', [rewrite])), answer('b')])).toEqual([
      rewrite,
    ]);
  });

  it('counts an empty list as one', () => {
    expect(todosIn([step(call('a', [])), answer('a')])).toEqual([]);
  });

  it('skips failed, unanswered and unreadable calls', () => {
    const messages = [
      step(call('a', [config])),
      answer('a'),
      step(call('b', [rewrite])),
      answer('b', true),
      step(call('c', '{"todos":')),
      answer('c'),
      step(call('d', [inventory])),
    ];
    expect(todosIn(messages)).toEqual([config]);
  });

  it('takes the last successful call of a step, whatever order the results came in', () => {
    const both = step(call('a', [config]), call('b', [rewrite]), call('c', [inventory]));
    expect(todosIn([both, answer('c', true), answer('b'), answer('a')])).toEqual([rewrite]);
  });

  it('pairs by the nearest step when a provider uses an id again', () => {
    const messages = [step(call('x', [config])), answer('x'), user, step(call('x', [rewrite])), answer('x', true)];
    expect(todosIn(messages)).toEqual([config]);
    expect(todosIn([step(call('x', [config])), step(call('x', [], 'other')), answer('x')])).toBeUndefined();
  });
});
