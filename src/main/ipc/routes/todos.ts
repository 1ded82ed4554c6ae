import { fail, ok, type Result } from '../../../shared/lib/result.ts';
import { readTodoFile, writeTodoFile } from '../../files/todo-file.ts';
import { createTodoEdits } from '../../runs/todo-edits.ts';
import { ownRunAt } from '../../threads/runs.ts';
import { threadSummary } from '../../threads/summaries.ts';
import { headOf, sourceOf } from '../../threads/thread-rows.ts';
import type { HandlersOf } from '../router.ts';
import type { RouteDeps } from './deps.ts';
import { threadGone } from './thread-gone.ts';

export function todoRoutes(deps: Pick<RouteDeps, 'store' | 'runs' | 'newId' | 'log'>): HandlersOf<'todos'> {
  const { store, runs } = deps;
  const todos = createTodoEdits(deps, runs);

  function checkThere(threadId: string): Result<null> {
    return threadSummary(store.read, threadId) === undefined ? threadGone() : ok(null);
  }

  /** A program keeps the list of its runs itself: what is changed here it would not see. */
  function checkOurs(threadId: string): Result<null> {
    if (sourceOf(store.read, threadId) !== 'code') return checkThere(threadId);
    const message = 'The list of this thread is kept by a program of yours, which alone changes it';
    return fail('thread_of_program', message, 'Change it in the program');
  }

  /** Where an imported thread worked is the word of a file. */
  function folderOf(threadId: string): string | undefined {
    return ownRunAt(store.read, threadId, headOf(store.read, threadId) ?? null)?.agent.workspace;
  }

  return {
    'todos.edit'({ threadId, edit }) {
      const ours = checkOurs(threadId);
      return ours.ok ? todos.edit(threadId, edit) : ours;
    },
    'todos.undo'({ threadId, entryId }) {
      const ours = checkOurs(threadId);
      return ours.ok ? todos.undo(threadId, entryId) : ours;
    },
    'todos.markdown'({ threadId }) {
      const there = checkThere(threadId);
      return there.ok ? todos.markdown(threadId) : there;
    },
    'todos.replace'({ threadId, markdown, basis }) {
      const ours = checkOurs(threadId);
      return ours.ok ? todos.rewrite(threadId, { markdown, how: 'edited', basis }) : ours;
    },
    async 'todos.export'({ threadId, path, agreed, overwrite = false }) {
      const there = checkThere(threadId);
      const list = there.ok ? todos.markdown(threadId) : there;
      if (!list.ok) return list;
      return writeTodoFile({ folder: folderOf(threadId), path, agreed }, list.value.markdown, overwrite);
    },
    async 'todos.import'({ threadId, path, agreed }) {
      const ours = checkOurs(threadId);
      if (!ours.ok) return ours;
      const file = await readTodoFile({ folder: folderOf(threadId), path, agreed });
      if (!file.ok) return file;
      if (file.value.type === 'outside') return ok(file.value);
      const edited = todos.rewrite(threadId, { markdown: file.value.text, how: 'imported' });
      return edited.ok ? ok({ type: 'imported', edited: edited.value }) : edited;
    },
  };
}
