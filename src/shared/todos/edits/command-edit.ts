import { must } from '../../lib/assert.ts';
import { ok, type Result } from '../../lib/result.ts';
import type { TodoItem } from '../list.ts';
import type { TodoPhase } from '../phases/todo-phase.ts';
import { type Candidate, itemsOf, matchWords, phasesOf, tasksOf } from './match.ts';
import type { TodoCommand } from './todo-command.ts';
import type { TodoEdit } from './todo-edit.ts';

/** The commands that change the list by one step. */
export type EditCommand = Extract<TodoCommand, { type: 'append' | 'start' | 'done' | 'drop' | 'rm' }>;

/** The edit that a command asks for, what it names looked up as people name things: see `matchWords`. */
export function commandOnPhases(command: EditCommand, phases: readonly TodoPhase[]): Result<TodoEdit> {
  return editFor(command, tasksOf(phases), phasesOf(phases));
}

export function commandOnTodos(command: EditCommand, items: readonly TodoItem[]): Result<TodoEdit> {
  return editFor(command, itemsOf(items), []);
}

function editFor(command: EditCommand, tasks: readonly Candidate[], phases: readonly Candidate[]): Result<TodoEdit> {
  if (command.type === 'append') return ok({ ...command, type: 'add' });
  if (command.type === 'start') {
    const found = matchWords(command.query, tasks, []);
    return found.ok ? ok({ type: 'start', task: must(found.value.task, 'task') }) : found;
  }
  if (command.query === undefined) return ok({ type: command.type });
  const found = matchWords(command.query, tasks, phases);
  return found.ok ? ok({ type: command.type, ...found.value }) : found;
}
