import { expect, test } from 'vitest';
import type { TodoItem, TodoStatus } from '../list.ts';
import { editTodos, replaceTodos } from './edit-todos.ts';
import type { TodoEdit } from './todo-edit.ts';

function item(id: string, status: TodoStatus = 'pending', content = `Do ${id}`): TodoItem {
  return { id, content, status };
}

const [a, b, c] = [item('a', 'completed'), item('b', 'in_progress'), item('c')];
const LIST = [a, b, c];

test.each<[string, TodoEdit, readonly TodoItem[], string]>([
  [
    'add',
    { type: 'add', content: 'Write the docs, all of them' },
    [...LIST, item('write-the-docs', 'pending', 'Write the docs, all of them')],
    'added “Write the docs, all of them”.',
  ],
  ['rename', { type: 'rename', task: 'c', content: 'X' }, [a, b, item('c', 'pending', 'X')], 'renamed “Do c” to “X”.'],
  ['reorder past the end', { type: 'move', task: 'a', index: 1e9 }, [b, c, a], 'moved “Do a” to place 3.'],
  ['reorder', { type: 'move', task: 'c', index: 0 }, [c, a, b], 'moved “Do c” to place 1.'],
  ['start', { type: 'start', task: 'c' }, [a, item('b'), item('c', 'in_progress')], 'started “Do c”.'],
  ['complete', { type: 'done', task: 'b' }, [a, item('b', 'completed'), c], 'completed “Do b”.'],
  [
    'complete everything',
    { type: 'done' },
    [a, item('b', 'completed'), item('c', 'completed')],
    'completed every task.',
  ],
  ['remove', { type: 'rm', task: 'b' }, [a, c], 'removed “Do b” on purpose. Do not add it again.'],
  ['drop, which is to remove', { type: 'drop', task: 'c' }, [a, b], 'removed “Do c” on purpose. Do not add it again.'],
  ['remove everything', { type: 'rm' }, [], 'removed every task on purpose. Do not add them again.'],
])('%s', (_, edit, items, action) => {
  expect(editTodos(LIST, edit)).toEqual({ ok: true, value: { items, action: `The person ${action}` } });
});

test('a new item has an id of its own, whatever it is called', () => {
  const ids = ['Do it', 'do it!', '…', 'Ärger machen'].reduce((list: readonly TodoItem[], content) => {
    const result = editTodos(list, { type: 'add', content });
    return result.ok ? result.value.items : list;
  }, []);
  expect(ids.map(({ id }) => id)).toEqual(['do-it', 'do-it-2', 'item', 'ärger-machen']);
});

const full = Array.from({ length: 100 }, (_, n) => item(`i${n}`));

test.each<[string, readonly TodoItem[], TodoEdit, string]>([
  ['what is not there', LIST, { type: 'done', task: 'x' }, 'There is no item "x" in the list.'],
  [
    'an item without words',
    LIST,
    { type: 'rename', task: 'a', content: ' ' },
    'item "a" needs a content that is not blank.',
  ],
  ['one too many', full, { type: 'add', content: 'x' }, 'at most 100 items are allowed, got 101.'],
  ['a phase', LIST, { type: 'add', content: 'x', phase: 'A' }, 'This list has no phases.'],
  ['a block', LIST, { type: 'block', task: 'a' }, 'This list has no blocked items; only lists with phases have.'],
])('refuses %s', (_, items, edit, message) => {
  expect(editTodos(items, edit)).toMatchObject({ ok: false, error: { code: 'todo_refused', message } });
});

test('says so when an edit changes nothing', () => {
  expect(editTodos(LIST, { type: 'start', task: 'b' })).toMatchObject({ error: { code: 'todo_unchanged' } });
  expect(editTodos([], { type: 'rm' })).toMatchObject({ error: { code: 'todo_unchanged' } });
  expect(replaceTodos(LIST, [...LIST], 'undone')).toMatchObject({ error: { code: 'todo_unchanged' } });
});

test('what was there before comes back, and what was added since is gone on purpose', () => {
  expect(replaceTodos([a, c], [a, b], 'undone')).toEqual({
    ok: true,
    value: {
      items: [a, b],
      action:
        'The person took back their last change of the list. They removed on purpose, and you must not add again: “Do c”.',
    },
  });
});
