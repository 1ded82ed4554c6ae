import type { Failure, Result } from '../../../shared/lib/result.ts';
import { commandOnPhases, commandOnTodos, type EditCommand } from '../../../shared/todos/edits/command-edit.ts';
import { parseTodoCommand } from '../../../shared/todos/edits/todo-command.ts';
import type { TodoEdit } from '../../../shared/todos/edits/todo-edit.ts';
import type { Plan } from '../../../shared/todos/plan.ts';
import { ask, failureOf } from '../../data/bridge.ts';
import { editWords } from '../../data/edit-words.ts';
import { copyTodos } from '../../data/todo-actions.ts';
import { moveTodos } from '../../data/todo-files.ts';
import { foldPlan } from '../../state/plan-folds.ts';
import { useTodoDialog } from '../../state/todo-dialog.ts';
import { useUi } from '../../state/ui.ts';
import { headedPhases } from '../../ui/headed-phases.ts';
import { itemsOfPlan, phasesOfPlan } from './plan-lists.ts';

/** What a command answers, where it was written. */
export type TodoAnswer =
  | { readonly type: 'plan' | 'help' }
  /** `entryId`: of the change, which can be taken back. */
  | { readonly type: 'done'; readonly words: string; readonly entryId?: string }
  | { readonly type: 'failed'; readonly failure: Failure };

/** Does what `/todo …` says; `undefined` where what was opened is the answer. */
export async function runTodo(threadId: string, line: string, plan: Plan | undefined): Promise<TodoAnswer | undefined> {
  const names = phasesOfPlan(plan).map(({ name }) => name);
  const command = parseTodoCommand(line, names);
  if (!command.ok) return { type: 'failed', failure: command.error };
  const { value } = command;
  try {
    switch (value.type) {
      case 'status':
        return { type: 'plan' };
      case 'help':
        return { type: 'help' };
      case 'edit':
        useTodoDialog.getState().show({ type: 'editor', threadId });
        return undefined;
      case 'copy':
        await copyTodos(threadId);
        return undefined;
      case 'export':
      case 'import': {
        const { type, path } = value;
        const outcome = await moveTodos({ threadId, type, path });
        if (outcome.type === 'done') return outcome;
        useTodoDialog.getState().show({ threadId, type, path, question: outcome });
        return undefined;
      }
      case 'expand':
      case 'collapse':
        return fold(threadId, plan, value.type === 'collapse');
      default:
        return await change(threadId, value, plan);
    }
  } catch (error) {
    return { type: 'failed', failure: failureOf(error) };
  }
}

async function change(threadId: string, command: EditCommand, plan: Plan | undefined): Promise<TodoAnswer> {
  const items = itemsOfPlan(plan);
  const edit: Result<TodoEdit> =
    items === undefined ? commandOnPhases(command, phasesOfPlan(plan)) : commandOnTodos(command, items);
  if (!edit.ok) return { type: 'failed', failure: edit.error };
  const task = 'task' in edit.value ? edit.value.task : undefined;
  const { entryId } = await ask('todos.edit', { threadId, edit: edit.value });
  const name = items?.find(({ id }) => id === task)?.content ?? task;
  return { type: 'done', words: editWords(edit.value, name), entryId };
}

/** Folded, the phase of the current item stays open. */
function fold(threadId: string, plan: Plan | undefined, folded: boolean): TodoAnswer {
  useUi.getState().showDockTab('Todos');
  for (const { key, items } of plan === undefined ? [] : headedPhases(plan)) {
    foldPlan(threadId, key, folded && items.every(({ status }) => status !== 'in_progress'));
  }
  return { type: 'done', words: folded ? 'Only the current phase is open' : 'Every phase is open' };
}
