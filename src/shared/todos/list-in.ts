import type { PathEntry } from '../thread/entry.ts';
import type { TodoItem } from './todo-item.ts';

/** The flat list that a path entry leaves; `undefined` when it changes none. */
export function listIn(entry: PathEntry): readonly TodoItem[] | undefined {
  if (entry.kind === 'user_todo_edit') return 'items' in entry ? entry.items : undefined;
  if (entry.kind !== 'tool_result' || entry.isError) return undefined;
  return entry.details?.kind === 'todos' ? entry.details.todos : undefined;
}
