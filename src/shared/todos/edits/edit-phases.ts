import { must } from '../../lib/assert.ts';
import { ok, type Result } from '../../lib/result.ts';
import { applyTodoOps, type TodoOp } from '../phases.ts';
import { normalisePhases } from '../phases/normalise.ts';
import { findTarget } from '../phases/target.ts';
import { mapTasks, type TodoPhase } from '../phases/todo-phase.ts';
import { actionOf, type Rewrite, rewriteAction } from './action.ts';
import { refused, unchanged } from './refusals.ts';
import type { TodoEdit } from './todo-edit.ts';

export type EditedPhases = {
  readonly phases: readonly TodoPhase[];
  /** What the person did, in a sentence that the model reads. */
  readonly action: string;
};

const DEFAULT_PHASE = 'Tasks';

/**
 * The phases after a person's edit, by the rules that hold for the tool. A failure (`todo_refused`, `todo_unchanged`) has
 * changed nothing.
 */
export function editPhases(phases: readonly TodoPhase[], edit: TodoEdit): Result<EditedPhases> {
  const asked = edit.type === 'add' ? { ...edit, phase: edit.phase ?? phases.at(-1)?.name ?? DEFAULT_PHASE } : edit;
  const after = changed(phases, asked);
  if (!after.ok) return after;
  if (isSame(phases, after.value)) return unchanged();
  const done = asked.type === 'move' ? { ...asked, index: placeOf(after.value, asked.task) } : asked;
  return ok({ phases: after.value, action: actionOf(done, 'task' in done ? done.task : undefined) });
}

/** Where a task stands in its phase. */
function placeOf(phases: readonly TodoPhase[], content: string): number {
  const places = phases.map(({ tasks }) => tasks.findIndex((task) => task.content === content));
  return must(
    places.find((place) => place >= 0),
    'a moved task',
  );
}

/** Puts a whole list in the place of another: one that was edited as text, or read from a file, or that was there before. */
export function replacePhases(
  before: readonly TodoPhase[],
  phases: readonly TodoPhase[],
  how: Rewrite,
): Result<EditedPhases> {
  const after = normalisePhases(phases);
  if (isSame(before, after)) return unchanged();
  const kept = new Set(contentsOf(after));
  const removed = contentsOf(before).filter((content) => !kept.has(content));
  return ok({ phases: after, action: rewriteAction(how, removed) });
}

/** Notes of tasks that are not blocked show nowhere. */
function isSame(before: readonly TodoPhase[], after: readonly TodoPhase[]): boolean {
  const text = (phases: readonly TodoPhase[]) =>
    JSON.stringify(
      phases.map(({ name, tasks }) => [
        name,
        tasks.map(({ content, status, blocker }) => [content, status, status === 'blocked' ? blocker : undefined]),
      ]),
    );
  return text(before) === text(after);
}

function contentsOf(phases: readonly TodoPhase[]): readonly string[] {
  return phases.flatMap(({ tasks }) => tasks.map(({ content }) => content));
}

function changed(phases: readonly TodoPhase[], edit: TodoEdit): Result<readonly TodoPhase[]> {
  switch (edit.type) {
    case 'add':
      if (edit.content.trim() === '') return refused('A task needs words');
      return operated(phases, { op: 'append', phase: edit.phase, items: [edit.content] });
    case 'rename':
      return rename(phases, edit.task, edit.content);
    case 'move':
      return move(phases, edit);
    case 'block':
      return operated(phases, { op: 'block', task: edit.task, phase: edit.phase, reason: edit.note });
    default:
      return operated(phases, { ...edit, op: edit.type });
  }
}

function operated(phases: readonly TodoPhase[], op: TodoOp): Result<readonly TodoPhase[]> {
  const { phases: after, errors } = applyTodoOps(phases, [op]);
  return errors.length === 0 ? ok(after) : refused(errors.join('; '));
}

function rename(phases: readonly TodoPhase[], content: string, to: string): Result<readonly TodoPhase[]> {
  if (to.trim() === '') return refused('A task needs words');
  if (to !== content && contentsOf(phases).includes(to)) return refused(`Task "${to}" already exists`);
  const target = findTarget(phases, { task: content });
  if (!target.ok) return refused(target.error);
  return ok(mapTasks(phases, (task, at) => (target.value(at) ? { ...task, content: to } : task)));
}

function move(
  phases: readonly TodoPhase[],
  { task: content, phase, index }: Extract<TodoEdit, { type: 'move' }>,
): Result<readonly TodoPhase[]> {
  const from = phases.find(({ tasks }) => tasks.some((task) => task.content === content));
  const moved = from?.tasks.find((task) => task.content === content);
  const to = phase === undefined ? from : phases.find(({ name }) => name === phase);
  if (moved === undefined) return refused(`Task "${content}" not found`);
  if (to === undefined) return refused(`Phase "${phase}" not found`);
  return ok(
    normalisePhases(
      phases.map((one) => {
        const tasks = one.tasks.filter((task) => task !== moved);
        return { ...one, tasks: one === to ? tasks.toSpliced(index, 0, moved) : tasks };
      }),
    ),
  );
}
