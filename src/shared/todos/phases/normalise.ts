import { mapTasks, type TodoPhase, withStatus } from './todo-phase.ts';

/** At most one task is in progress: the first of several, or the first pending one where there is none. */
export function normalisePhases(phases: readonly TodoPhase[]): readonly TodoPhase[] {
  const started = phases.some(({ tasks }) => tasks.some(({ status }) => status === 'in_progress'));
  let found = false;
  return mapTasks(phases, (task) => {
    if (!found && task.status === (started ? 'in_progress' : 'pending')) {
      found = true;
      return withStatus(task, 'in_progress');
    }
    return task.status === 'in_progress' ? withStatus(task, 'pending') : task;
  });
}
