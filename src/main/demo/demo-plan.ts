import type { TodoItem, TodoStatus } from '../../shared/todos/list.ts';
import { WRITE_TODOS } from '../../shared/todos/list.ts';
import type { ScriptedCall } from '../models/scenario.ts';

const ITEMS: readonly Omit<TodoItem, 'status'>[] = [
  { id: 'look', content: 'Look around the project' },
  { id: 'cause', content: 'Find out why scaled amounts are wrong' },
  { id: 'fix', content: 'Fix the amounts' },
  { id: 'example', content: 'Add an example for eight people' },
  { id: 'readme', content: 'Name the example in the README' },
  { id: 'check', content: 'Run the checks and the example' },
];

/** The plan with its first `done` items completed and the next one in progress. */
export function planAt(done: number): ScriptedCall {
  return write((index) => (index < done ? 'completed' : index === done ? 'in_progress' : 'pending'));
}

/** A mistake that agents make: the next item is begun before the last one is completed. */
export function planWithTwoBegun(): ScriptedCall {
  return write((index) => (index < 2 ? 'in_progress' : 'pending'));
}

function write(status: (index: number) => TodoStatus): ScriptedCall {
  return { name: WRITE_TODOS, arguments: { todos: ITEMS.map((item, index) => ({ ...item, status: status(index) })) } };
}
