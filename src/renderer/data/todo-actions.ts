import type { TodoEdited } from '../../shared/todos/edits/todo-answers.ts';
import type { TodoEdit } from '../../shared/todos/edits/todo-edit.ts';
import { copyText } from '../ui/copy.ts';
import { showDone, showFailure, showUndo } from '../ui/toast.tsx';
import { ask, failureOf } from './bridge.ts';
import { editWords } from './edit-words.ts';

// What people do to the plan of a thread, in more than one place: the panel, the composer, the editor. Pushes bring what has changed.

const UNDO_MS = 10_000;

/** `name`: what the item is called that it is about. */
export async function editTodos(threadId: string, edit: TodoEdit, name?: string): Promise<void> {
  try {
    offerUndo(threadId, await ask('todos.edit', { threadId, edit }), editWords(edit, name));
  } catch (error) {
    showFailure(failureOf(error));
  }
}

/** Says what was done. Of several changes only the newest can be taken back, so there is one offer alone. */
export function offerUndo(threadId: string, { entryId }: TodoEdited, words: string): void {
  showUndo(words, UNDO_MS, () => undoTodos(threadId, entryId), 'todo-edit');
}

export function undoTodos(threadId: string, entryId: string): void {
  ask('todos.undo', { threadId, entryId }).catch((error: unknown) => showFailure(failureOf(error)));
}

export async function copyTodos(threadId: string): Promise<void> {
  try {
    const { markdown } = await ask('todos.markdown', { threadId });
    if (await copyText(markdown)) showDone('Copied the list as Markdown');
    else showFailure({ code: 'clipboard', message: 'The list could not be copied' });
  } catch (error) {
    showFailure(failureOf(error));
  }
}
