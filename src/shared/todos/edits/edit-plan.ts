import { ok, type Result } from '../../lib/result.ts';
import type { TodosState } from '../../thread/context-bodies.ts';
import type { PathEntry } from '../../thread/entry.ts';
import { listIn } from '../list-in.ts';
import { phasesToMarkdown } from '../phases-markdown.ts';
import { phasesIn, putClosedAside } from '../phases-on-branch.ts';
import { editPhases, type EditedPhases, replacePhases } from './edit-phases.ts';
import { editTodos, replaceTodos } from './edit-todos.ts';
import { phasesFromMarkdown, todosFromMarkdown, todosToMarkdown } from './markdown-edit.ts';
import { refused } from './refusals.ts';
import type { TodoEdit } from './todo-edit.ts';

/** What a person made of a list, which is of the same kind. `action`: what they did, in a sentence that the model reads. */
export type EditedPlan = TodosState & { readonly action: string };

type PhasesState = Exclude<TodosState, { items: unknown }>;

/** The list, of either kind of ours, that a path entry leaves; `undefined` where it leaves none. */
export function stateIn(entry: PathEntry): TodosState | undefined {
  const items = listIn(entry);
  return items === undefined ? phasesIn(entry) : { items };
}

/** Failures: `todo_refused`, `todo_unchanged`. */
export function editPlan(state: TodosState, edit: TodoEdit): Result<EditedPlan> {
  return 'items' in state ? editTodos(state.items, edit) : besideEarlier(state, editPhases(state.phases, edit));
}

/** Puts what a person wrote, or had in a file, in the place of the list. Failures: `todo_errors` too. */
export function rewritePlan(state: TodosState, markdown: string, how: 'edited' | 'imported'): Result<EditedPlan> {
  if ('items' in state) {
    const items = todosFromMarkdown(markdown, state.items);
    return items.ok ? replaceTodos(state.items, items.value, how) : items;
  }
  const phases = phasesFromMarkdown(markdown);
  return phases.ok ? besideEarlier(state, replacePhases(state.phases, phases.value, how)) : phases;
}

/** Takes the newest edit back: `before` is what stood before it. */
export function undoEdit(state: TodosState, before: TodosState): Result<EditedPlan> {
  if ('items' in state && 'items' in before) return replaceTodos(state.items, before.items, 'undone');
  if ('items' in state || 'items' in before) return refused('The list was of another kind before');
  // A run may have put aside what was closed, right before the edit.
  const { phases } = isSame(state.earlier, before.earlier) ? before : aside(before);
  return besideEarlier(state, replacePhases(state.phases, phases, 'undone'));
}

/** The list as a run goes on from it that puts aside what is closed. */
export function withoutClosed(state: TodosState): TodosState {
  return 'items' in state ? state : aside(state);
}

export function planMarkdown(state: TodosState): string {
  return 'items' in state ? todosToMarkdown(state.items) : phasesToMarkdown(state.phases);
}

function aside({ phases, earlier = [] }: PhasesState): PhasesState {
  return putClosedAside({ phases, earlier });
}

function isSame(a: PhasesState['earlier'] = [], b: PhasesState['earlier'] = []): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

function besideEarlier({ earlier = [] }: PhasesState, edited: Result<EditedPhases>): Result<EditedPlan> {
  return edited.ok && earlier.length > 0 ? ok({ ...edited.value, earlier }) : edited;
}
