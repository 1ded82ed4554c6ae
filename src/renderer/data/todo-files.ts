import { TODO_FILE, useTodoDialog, type FileQuestion } from '../state/todo-dialog.ts';
import { ask } from './bridge.ts';
import { offerUndo } from './todo-actions.ts';

export type FileWish = {
  readonly threadId: string;
  readonly type: 'export' | 'import';
  readonly path: string;
  /** What the person was asked, and agreed to. */
  readonly agreed?: readonly FileQuestion[];
};

/** What was done, in words, or what is to be asked first. */
export type FileOutcome = { readonly type: 'done'; readonly words: string } | FileQuestion;

/** Writes the plan of a thread to a file, or takes it from one. Rejects as `ask` does. */
export async function moveTodos({ threadId, type, path, agreed = [] }: FileWish): Promise<FileOutcome> {
  const outside = agreed.find((question) => question.type === 'outside')?.path;
  if (type === 'export') {
    const overwrite = agreed.some((question) => question.type === 'exists');
    const answer = await ask('todos.export', { threadId, path, agreed: outside, overwrite });
    return answer.type === 'written' ? { type: 'done', words: `Wrote the list to ${answer.path}` } : answer;
  }
  const answer = await ask('todos.import', { threadId, path, agreed: outside });
  if (answer.type === 'outside') return answer;
  const words = `Took the list from ${path}`;
  offerUndo(threadId, answer.edited, words);
  return { type: 'done', words };
}

/** Asks for the path first. */
export function chooseTodoFile(threadId: string, type: FileWish['type']): void {
  useTodoDialog.getState().show({ threadId, type, path: TODO_FILE });
}
