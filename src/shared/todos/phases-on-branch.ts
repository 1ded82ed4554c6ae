import type { PathEntry } from '../thread/entry.ts';
import { isClosed } from './phases/todo-phase.ts';
import type { TodoPhase } from './phases.ts';

/** A plan in phases. `earlier`: what was closed in earlier runs, and is no longer in the model's list. */
export type PhasesState = { readonly phases: readonly TodoPhase[]; readonly earlier: readonly TodoPhase[] };

/** The plan that a path entry leaves; `undefined` when it changes none. Views and failures change none. */
export function phasesIn(entry: PathEntry): PhasesState | undefined {
  if (entry.kind === 'user_todo_edit') {
    return 'phases' in entry ? { phases: entry.phases, earlier: entry.earlier ?? [] } : undefined;
  }
  if (entry.kind !== 'tool_result' || entry.isError || entry.details?.kind !== 'phases') return undefined;
  const { op, phases, earlier = [] } = entry.details;
  return op === 'view' ? undefined : { phases, earlier };
}

/** The plan at the end of a branch, oldest entry first. */
export function phasesOn(path: readonly PathEntry[]): PhasesState | undefined {
  for (const entry of path.toReversed()) {
    const state = phasesIn(entry);
    if (state !== undefined) return state;
  }
  return undefined;
}

/** Puts what is closed aside: the model's list goes on without it, and without phases that it leaves empty. */
export function putClosedAside({ phases, earlier }: PhasesState): PhasesState {
  const open = phases
    .map((phase) => ({ ...phase, tasks: phase.tasks.filter((task) => !isClosed(task)) }))
    .filter(({ tasks }) => tasks.length > 0);
  const closed = phases
    .map((phase) => ({ ...phase, tasks: phase.tasks.filter(isClosed) }))
    .filter(({ tasks }) => tasks.length > 0);
  return { phases: open, earlier: joined(earlier, closed) };
}

function joined(before: readonly TodoPhase[], more: readonly TodoPhase[]): readonly TodoPhase[] {
  const known = before.map((phase) => {
    const same = more.find(({ name }) => name === phase.name);
    return same === undefined ? phase : { ...phase, tasks: [...phase.tasks, ...same.tasks] };
  });
  return [...known, ...more.filter(({ name }) => !before.some((phase) => phase.name === name))];
}
