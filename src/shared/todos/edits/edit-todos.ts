import { assertNever } from '../../lib/assert.ts';
import { ok, type Result } from '../../lib/result.ts';
import { parseTodos, sameTodos, type TodoItem } from '../list.ts';
import { actionOf, type Rewrite, rewriteAction } from './action.ts';
import { freshId } from './fresh-id.ts';
import { refused, unchanged } from './refusals.ts';
import type { TodoEdit } from './todo-edit.ts';

export type EditedTodos = {
  readonly items: readonly TodoItem[];
  /** What the person did, in a sentence that the model reads. */
  readonly action: string;
};

/**
 * The flat list after a person's edit, by the rules that hold for the tool. It has no phases, and no items that are
 * blocked or dropped: to drop one is to remove it. A failure (`todo_refused`, `todo_unchanged`) has changed nothing.
 */
export function editTodos(items: readonly TodoItem[], edit: TodoEdit): Result<EditedTodos> {
  if (edit.type === 'block' || edit.type === 'unblock') {
    return refused('This list has no blocked items; only lists with phases have');
  }
  if ('phase' in edit && edit.phase !== undefined) return refused('This list has no phases');
  const target = 'task' in edit ? items.find(({ id }) => id === edit.task) : undefined;
  if ('task' in edit && edit.task !== undefined && target === undefined) {
    return refused(`There is no item "${edit.task}" in the list`);
  }
  const after = parseTodos(changed(items, edit, target));
  if (!after.ok) return refused(after.error);
  if (sameTodos(items, after.value)) return unchanged();
  return ok({ items: after.value, action: actionOf(done(edit, after.value), target?.content) });
}

/** What came of an edit: there are no dropped items here, and no places past the end. */
function done(edit: FlatEdit, after: readonly TodoItem[]): FlatEdit {
  if (edit.type === 'drop') return { ...edit, type: 'rm' };
  return edit.type === 'move' ? { ...edit, index: after.findIndex(({ id }) => id === edit.task) } : edit;
}

/** Puts a whole list in the place of another: one that was edited as text, or read from a file, or that was there before. */
export function replaceTodos(
  before: readonly TodoItem[],
  items: readonly TodoItem[],
  how: Rewrite,
): Result<EditedTodos> {
  const after = parseTodos(items);
  if (!after.ok) return refused(after.error);
  if (sameTodos(before, after.value)) return unchanged();
  const kept = new Set(items.map(({ id }) => id));
  const removed = before.filter(({ id }) => !kept.has(id)).map(({ content }) => content);
  return ok({ items: after.value, action: rewriteAction(how, removed) });
}

type FlatEdit = Exclude<TodoEdit, { type: 'block' | 'unblock' }>;

function changed(items: readonly TodoItem[], edit: FlatEdit, target: TodoItem | undefined): readonly TodoItem[] {
  const isTarget = (item: TodoItem) => target === undefined || item === target;
  switch (edit.type) {
    case 'add':
      return [
        ...items,
        { id: freshId(new Set(items.map(({ id }) => id)), edit.content), content: edit.content, status: 'pending' },
      ];
    case 'rename':
      return items.map((item) => (isTarget(item) ? { ...item, content: edit.content } : item));
    case 'move':
      return target === undefined ? items : items.filter((item) => item !== target).toSpliced(edit.index, 0, target);
    case 'start':
      return items.map((item) => {
        if (isTarget(item)) return { ...item, status: 'in_progress' };
        return item.status === 'in_progress' ? { ...item, status: 'pending' } : item;
      });
    case 'done':
      return items.map((item) => (isTarget(item) ? { ...item, status: 'completed' } : item));
    case 'drop':
    case 'rm':
      return items.filter((item) => !isTarget(item));
    default:
      return assertNever(edit);
  }
}
