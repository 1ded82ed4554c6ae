import { fail, ok, type Result } from '../../shared/lib/result.ts';
import type { TodosState } from '../../shared/thread/context-bodies.ts';
import type { PathEntry } from '../../shared/thread/entry.ts';
import {
  editPlan,
  type EditedPlan,
  planMarkdown,
  rewritePlan,
  stateIn,
  undoEdit,
  withoutClosed,
} from '../../shared/todos/edits/edit-plan.ts';
import type { TodoEdit } from '../../shared/todos/edits/todo-edit.ts';
import type { TodoEdited, TodoMarkdown } from '../../shared/todos/edits/todo-answers.ts';
import type { TodoItem } from '../../shared/todos/todo-item.ts';
import { planEntry } from '../threads/plans.ts';
import { runAt } from '../threads/runs.ts';
import type { BranchEnd } from './branch-end.ts';
import type { RunsDeps } from './deps.ts';
import { keepTodos } from './kept-todos.ts';
import type { Runs } from './runs.ts';

/** What people do to the plan of a thread's active branch, as it is at that moment. */
export type TodoEdits = {
  /** Without a plan on the branch, what is added begins one, of the kind that the thread's agent keeps. */
  readonly edit: (threadId: string, edit: TodoEdit) => Result<TodoEdited>;
  /** Takes back an edit, if nothing has changed the plan since: else `todo_moved_on`. */
  readonly undo: (threadId: string, entryId: string) => Result<TodoEdited>;
  readonly rewrite: (threadId: string, rewrite: Rewrite) => Result<TodoEdited>;
  readonly markdown: (threadId: string) => Result<TodoMarkdown>;
};

export type Rewrite = {
  readonly markdown: string;
  readonly how: 'edited' | 'imported';
  /** The entry of the plan that it was made from, `null` where there was none: another is not replaced (`todo_moved_on`). */
  readonly basis?: string | null;
};

/** The plan at the end of a branch, and the entry that wrote it. */
type Plan = { readonly state: TodosState; readonly entry?: PathEntry };

export function createTodoEdits(
  { store, newId, log }: Pick<RunsDeps, 'store' | 'newId' | 'log'>,
  runs: Pick<Runs, 'branchEnd'>,
): TodoEdits {
  const { read } = store;

  function planAt(threadId: string, { tip, run }: BranchEnd): Result<Plan> {
    const entry = planEntry(read, tip);
    if (entry === undefined) return firstPlan(threadId, tip);
    const state = stateIn(entry);
    if (state === undefined) {
      return fail('todo_foreign', 'This plan is kept in a way of the agent’s own, so only the agent can change it');
    }
    const isTakenUp = run?.stripsTodos === true && entry.runId !== run.id;
    return ok({ state: isTakenUp ? withoutClosed(state) : state, entry });
  }

  function firstPlan(threadId: string, tip: string): Result<Plan> {
    const kind = runAt(read, threadId, tip)?.agent.todos ?? false;
    if (kind !== false) return ok({ state: kind === 'list' ? { items: [] } : { phases: [] } });
    return fail('todo_off', 'The agent of this thread keeps no todo list', 'Turn it on in Settings → Agents');
  }

  function change(threadId: string, edit: (plan: Plan) => Result<EditedPlan>): Result<TodoEdited> {
    const end = runs.branchEnd(threadId);
    if (!end.ok) return end;
    const plan = planAt(threadId, end.value);
    const edited = plan.ok ? edit(plan.value) : plan;
    if (!edited.ok) return edited;
    const id = newId();
    const stored = end.value.append([{ id, body: { kind: 'user_todo_edit', ...edited.value } }]);
    if (!stored.ok) return stored;
    // A run does so itself, when it takes the edit up.
    if ('items' in edited.value && end.value.run === undefined) copy(threadId, id, edited.value.items);
    return ok({ entryId: id, action: edited.value.action });
  }

  function copy(threadId: string, entryId: string, items: readonly TodoItem[]): void {
    const kept = keepTodos(store, threadId, entryId, items);
    // The list stays as it is: its copy is written again when the thread is opened.
    if (!kept.ok) log('warn', 'A list was not copied to its thread', { threadId, code: kept.error.code });
  }

  /** What stood before an edit: at its parent, and nothing at a root. */
  function before({ parentId }: PathEntry, { state }: Plan): TodosState {
    const entry = parentId === null ? undefined : planEntry(read, parentId);
    return (entry && stateIn(entry)) ?? ('items' in state ? { items: [] } : { phases: [] });
  }

  return {
    edit: (threadId, edit) => change(threadId, ({ state }) => editPlan(state, edit)),
    undo: (threadId, entryId) =>
      change(threadId, (plan) => {
        const { entry, state } = plan;
        if (entry?.id !== entryId) return movedOn('so that your change cannot be taken back');
        if (entry.kind !== 'user_todo_edit') return fail('todo_refused', 'Only changes of people can be taken back');
        return undoEdit(state, before(entry, plan));
      }),
    rewrite: (threadId, { markdown, how, basis }) =>
      change(threadId, ({ entry, state }) => {
        if (basis !== undefined && basis !== (entry?.id ?? null)) return movedOn('while you wrote');
        return rewritePlan(state, markdown, how);
      }),
    markdown(threadId) {
      const end = runs.branchEnd(threadId);
      const plan = end.ok ? planAt(threadId, end.value) : end;
      if (!plan.ok) return plan;
      return ok({ markdown: planMarkdown(plan.value.state), entryId: plan.value.entry?.id ?? null });
    },
  };
}

function movedOn(words: string): Result<never> {
  return fail('todo_moved_on', `The list has changed since, ${words}`, 'Look at it as it is now');
}
