import { z } from 'zod';
import {
  MAX_TODO_MARKDOWN,
  type TodoEdited,
  type TodoExport,
  type TodoImport,
  type TodoMarkdown,
} from '../../todos/edits/todo-answers.ts';
import { TodoEdit } from '../../todos/edits/todo-edit.ts';
import { route, Id, FilePath } from './parts.ts';

/** People's own changes of a plan. */
export const todos = {
  /**
   * A person's change of the newest plan on the thread's active branch, at once or, while a run works there, between its
   * calls. Without a plan, what is added begins one. Failures that changed nothing: `todo_refused`, `todo_unchanged`,
   * `todo_off`, `todo_foreign`.
   */
  'todos.edit': route<TodoEdited>()(z.object({ threadId: Id, edit: TodoEdit })),
  /** Takes back the edit that is stored as `entryId`; `todo_moved_on` where the plan has changed since. */
  'todos.undo': route<TodoEdited>()(z.object({ threadId: Id, entryId: Id })),
  /** The plan as Markdown, and the entry that it is of. */
  'todos.markdown': route<TodoMarkdown>()(z.object({ threadId: Id })),
  /**
   * Puts a list that was written as Markdown in the place of the plan. `todo_errors`: its message has a line for each error.
   * `basis`: the entry of the plan that it was made from; where there is another by now, `todo_moved_on`.
   */
  'todos.replace': route<TodoEdited>()(
    z.object({ threadId: Id, markdown: z.string().max(MAX_TODO_MARKDOWN), basis: Id.nullable().optional() }),
  ),
  /**
   * Writes the plan to a Markdown file: `path` is from the thread's folder, or absolute. What a person is to be asked about
   * first is answered, and not done: then `agreed` names the place outside of the folder, `overwrite` lets a file be replaced.
   */
  'todos.export': route<TodoExport>()(
    z.object({ threadId: Id, path: FilePath, agreed: FilePath.optional(), overwrite: z.boolean().optional() }),
  ),
  /** Puts the list of a Markdown file in the place of the plan; asks likewise. Failures: those of `todos.replace`, and of reading. */
  'todos.import': route<TodoImport>()(z.object({ threadId: Id, path: FilePath, agreed: FilePath.optional() })),
} as const;
