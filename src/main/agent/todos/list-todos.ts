import { ok } from '../../../shared/lib/result.ts';
import { messagesOf } from '../../../shared/thread/messages.ts';
import { listIn } from '../../../shared/todos/list-in.ts';
import { todosIn } from '../../../shared/todos/list.ts';
import type { TodoItem } from '../../../shared/todos/todo-item.ts';
import type { LoopEffects } from '../effects.ts';
import { branchReader } from './branch-reader.ts';
import type { RunTodos } from './run-todos.ts';
import { writeTodosTool } from './write-todos.ts';

/** The flat list of a run: what the newest successful `write_todos`, or a person since, has made of it. */
export function listTodos(effects: LoopEffects): RunTodos {
  const reader = branchReader(effects.branch);
  let todos: readonly TodoItem[] | undefined;

  function follow(): void {
    for (const entry of reader.next()) {
      const written = listIn(entry);
      if (written === undefined) continue;
      todos = written;
      effects.keepTodos(written);
      effects.todosChanged(written);
    }
  }

  return {
    tool: writeTodosTool(() => {
      follow();
      return { todos, edited: reader.editedSinceRequest() };
    }),
    begin() {
      reader.skip();
      todos = todosIn(messagesOf(effects.branch()));
      const kept = todos === undefined ? effects.keptTodos() : undefined;
      todos ??= kept;
      if (todos !== undefined) effects.todosChanged(todos);
      if (kept === undefined) return ok(null);
      const restored = effects.append([{ id: effects.newId(), body: { kind: 'todos_restored', items: kept } }]);
      reader.skip();
      return restored;
    },
    follow,
    beforeCall() {
      follow();
      reader.requestSent();
      return ok(null);
    },
    remind: () => ok(false),
    phases: () => undefined,
    left() {
      follow();
      return todos === undefined ? {} : { todos };
    },
  };
}
