import { assertNever } from '../../lib/assert.ts';
import { findTarget, type Named } from './target.ts';
import type { TodoOp } from './todo-op.ts';
import { isClosed, mapTasks, pendingTask, type PhaseTask, type TodoPhase, withStatus } from './todo-phase.ts';

/** The phases after an op, not normalised; with errors, the phases before it. */
export type Operated = { readonly phases: readonly TodoPhase[]; readonly errors: readonly string[] };

const DEFAULT_PHASE = 'Tasks';

export function operate(phases: readonly TodoPhase[], op: TodoOp): Operated {
  switch (op.op) {
    case 'view':
      return { phases, errors: [] };
    case 'init':
      return init(phases, op);
    case 'append':
      return append(phases, op);
    case 'start':
      return start(phases, op.task ?? '');
    case 'done':
      return change(phases, orAll(op), (task) => withStatus(task, 'completed'));
    case 'drop':
      return change(phases, orAll(op), (task) => withStatus(task, 'abandoned'));
    case 'rm':
      return remove(phases, orAll(op));
    case 'block':
    case 'unblock':
      if (op.task === undefined && op.phase === undefined) {
        return { phases, errors: [`${op.op} requires a task or phase target`] };
      }
      return change(phases, op, (task) => (op.op === 'block' ? block(task, op.reason) : unblock(task)));
    default:
      return assertNever(op.op);
  }
}

function init(phases: readonly TodoPhase[], { list, items = [], phase = DEFAULT_PHASE }: TodoOp): Operated {
  const asked = list ?? (items.length === 0 ? undefined : [{ phase, items }]);
  if (asked === undefined) return { phases, errors: ['Missing list for init operation'] };
  const errors: string[] = [];
  const names = new Set<string>();
  const contents = new Set<string>();
  for (const entry of asked) {
    if (names.has(entry.phase)) errors.push(`Duplicate phase "${entry.phase}" in init list`);
    names.add(entry.phase);
    for (const content of entry.items) {
      if (contents.has(content)) errors.push(`Duplicate task "${content}" in init list`);
      contents.add(content);
    }
  }
  if (errors.length > 0) return { phases, errors };
  return { phases: asked.map((entry) => ({ name: entry.phase, tasks: entry.items.map(pendingTask) })), errors };
}

function append(phases: readonly TodoPhase[], { phase = '', items = [] }: TodoOp): Operated {
  if (phase === '') return { phases, errors: ['Missing phase name for append operation'] };
  if (items.length === 0) return { phases, errors: ['Missing items for append operation'] };
  const contents = new Set(phases.flatMap(({ tasks }) => tasks.map(({ content }) => content)));
  const errors: string[] = [];
  for (const content of items) {
    if (contents.has(content)) errors.push(`Task "${content}" already exists`);
    contents.add(content);
  }
  if (errors.length > 0) return { phases, errors };
  const index = phases.findIndex(({ name }) => name === phase);
  const target = phases[index] ?? { name: phase, tasks: [] };
  const grown = { ...target, tasks: [...target.tasks, ...items.map(pendingTask)] };
  return { phases: index < 0 ? [...phases, grown] : phases.with(index, grown), errors };
}

function start(phases: readonly TodoPhase[], content: string): Operated {
  const target = findTarget(phases, { task: content });
  if (!target.ok) return { phases, errors: [target.error] };
  const started = mapTasks(phases, (task, at) => {
    if (target.value(at)) return withStatus(task, 'in_progress');
    return task.status === 'in_progress' ? withStatus(task, 'pending') : task;
  });
  return { phases: started, errors: [] };
}

/** An empty name is none: then the op is about everything. */
function orAll({ task, phase }: Named): Named {
  return { task: task === '' ? undefined : task, phase: phase === '' ? undefined : phase };
}

function change(phases: readonly TodoPhase[], named: Named, to: (task: PhaseTask) => PhaseTask): Operated {
  const target = findTarget(phases, named);
  if (!target.ok) return { phases, errors: [target.error] };
  return { phases: mapTasks(phases, (task, at) => (target.value(at) ? to(task) : task)), errors: [] };
}

function remove(phases: readonly TodoPhase[], named: Named): Operated {
  const target = findTarget(phases, named);
  if (!target.ok) return { phases, errors: [target.error] };
  const kept = phases.map((phase, p) => ({
    ...phase,
    tasks: phase.tasks.filter((_, t) => !target.value({ phase: p, task: t })),
  }));
  return { phases: kept, errors: [] };
}

function block(task: PhaseTask, reason = ''): PhaseTask {
  if (isClosed(task)) return task;
  const { content } = task;
  const blocker = reason.trim().replaceAll(/\s+/g, ' ');
  return blocker === '' ? { content, status: 'blocked' } : { content, status: 'blocked', blocker };
}

function unblock(task: PhaseTask): PhaseTask {
  return task.status === 'blocked' ? pendingTask(task.content) : task;
}
