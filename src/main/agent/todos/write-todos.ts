import { z } from 'zod';
import { isRecord } from '../../../shared/lib/json.ts';
import {
  MAX_TODOS,
  parseTodos,
  renderTodos,
  sameTodos,
  type TodoItem,
  WRITE_TODOS,
} from '../../../shared/todos/list.ts';
import { defineTool, jsonSchema, toolError, type AnyTool } from '../tool.ts';

const DESCRIPTION = `Write the todo list for this task, and keep it true: the person follows your progress through it.

When to use it: plan work of several steps before you begin it. Skip it for a single simple step, or for a mere question.

How to use it:
- Send the whole list each time: it replaces the previous one.
- Keep exactly one item in_progress while you work: the one you are working on now.
- Mark an item completed the moment it is done, before you begin the next one; never several at the end.
- Keep ids stable: the same item has the same id in every list. Keep its content, too, unless its meaning changes.
- Add items that turn out to be needed, and leave out those that no longer are.
- Complete only what is really done. If something blocks an item, keep it in_progress and add an item for the obstacle.`;

const Parameters = z.strictObject({
  todos: z
    .array(
      z.strictObject({
        id: z.string().describe('Short, unique in the list, and the same in every list, such as "config"'),
        content: z.string().describe('What is to be done, in a few words'),
        status: z.enum(['pending', 'in_progress', 'completed']),
      }),
    )
    .max(MAX_TODOS)
    .describe('The whole list, in the order of the work'),
});

/** The list before a call, and whether a person has changed it since the model was sent the request that the call answers. */
export type TodosBefore = { readonly todos: readonly TodoItem[] | undefined; readonly edited: boolean };

/**
 * The tool of the flat list. A list that changes nothing is read back like any other, but its result carries no list: it
 * is no change for anyone who follows the plan. One that would undo what a person has changed meanwhile is refused.
 */
export function writeTodosTool(current: () => TodosBefore): AnyTool {
  return defineTool({
    name: WRITE_TODOS,
    description: DESCRIPTION,
    // parseTodos names every broken rule at once, in better words than a schema's.
    input: z.unknown(),
    parameters: jsonSchema(Parameters),
    concurrency: 'exclusive',
    async execute(input) {
      const todos = parseTodos(isRecord(input) ? input.todos : undefined);
      if (!todos.ok) return toolError(`The todo list was not changed: ${todos.error}.`);
      const { todos: before, edited } = current();
      if (edited && before !== undefined) {
        const words = 'The person has changed the todo list meanwhile; yours did not replace it. It is now:';
        return toolError(`${words}\n\n${renderTodos(before)}\n\nWrite it again with their changes in it.`);
      }
      const content = renderTodos(todos.value);
      if (before !== undefined && sameTodos(before, todos.value)) return { content };
      return { content, details: { kind: 'todos', todos: todos.value } };
    },
  });
}
