import { hasTasks, isClosed, isOpen, type PhaseTask, type TodoPhase } from './todo-phase.ts';

const BEHIND =
  ' — earliest phase with open tasks; the in-progress pointer auto-advances to the earliest open task on each ' +
  'completion, so it can sit behind out-of-order work (nothing was un-completed)';

/** What the model reads after a call. */
export function phasesSummary(phases: readonly TodoPhase[], readOnly: boolean, errors: readonly string[] = []): string {
  const failures = errors.length === 0 ? [] : [`Errors: ${errors.join('; ')}`];
  if (hasTasks(phases)) return [...failures, ...remaining(phases), ...progress(phases), ...tree(phases)].join('\n');
  return failures[0] ?? (readOnly ? 'Todo list is empty.' : 'Todo list cleared.');
}

function remaining(phases: readonly TodoPhase[]): readonly string[] {
  const lines = phases.flatMap(({ name, tasks }) =>
    tasks.filter(isOpen).map(({ content, status }) => `  - ${content} [${status}] (${name})`),
  );
  return lines.length === 0 ? ['Remaining items: none.'] : [`Remaining items (${lines.length}):`, ...lines];
}

function progress(phases: readonly TodoPhase[]): readonly string[] {
  const tasks = phases.flatMap((phase) => phase.tasks);
  const blocked = tasks.filter(({ status }) => status === 'blocked').length;
  const overall = `Overall: ${share(tasks)} done, ${tasks.filter(isOpen).length} open${blocked > 0 ? `, ${blocked} blocked` : ''}.`;
  const open = phases.findIndex((phase) => phase.tasks.some(isOpen));
  const active = open < 0 ? phases.length - 1 : open;
  const phase = phases[active];
  if (phase === undefined) return [overall];
  const ahead = open >= 0 && phases.slice(open + 1).some((later) => later.tasks.some(isClosed));
  const pointer = `Active phase ${active + 1}/${phases.length} "${phase.name}" (${share(phase.tasks)})${ahead ? BEHIND : ''}.`;
  return [overall, pointer];
}

function share(tasks: readonly PhaseTask[]): string {
  return `${tasks.filter(isClosed).length}/${tasks.length}`;
}

function tree(phases: readonly TodoPhase[]): readonly string[] {
  return phases.flatMap(({ name, tasks }) => [`  ${name}:`, ...tasks.map((task) => `    - ${boxed(task)}`)]);
}

function boxed(task: PhaseTask): string {
  return `[${task.status === 'completed' ? 'X' : ' '}] ${task.content}${remark(task)}`;
}

function remark({ status, blocker = '' }: PhaseTask): string {
  if (status === 'in_progress') return ' (in progress)';
  if (status === 'abandoned') return ' (dropped)';
  if (status === 'blocked') return blocker === '' ? ' (blocked)' : ` (blocked: ${blocker})`;
  return '';
}
