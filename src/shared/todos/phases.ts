import { normalisePhases } from './phases/normalise.ts';
import { operate } from './phases/operate.ts';
import { phasesSummary } from './phases/phase-summary.ts';
import { parseTodoOp, type TodoOp } from './phases/todo-op.ts';
import type { TodoPhase } from './phases/todo-phase.ts';

export type { TodoOp } from './phases/todo-op.ts';
export type { PhaseTask, TodoPhase } from './phases/todo-phase.ts';

/** A task and the phase that it is in. */
export type CompletedTask = { readonly phase: string; readonly content: string };

export type TodoCall = {
  readonly phases: readonly TodoPhase[];
  /** What the model reads. */
  readonly text: string;
  readonly isError?: true;
  /** What the call completed; absent when that is nothing. */
  readonly completedTasks?: readonly CompletedTask[];
};

/** What the `todo` tool does with the raw input of a call. A call that fails leaves `phases` as they are. */
export function callTodo(phases: readonly TodoPhase[], input: unknown): TodoCall {
  const op = parseTodoOp(input, phases);
  if (!op.ok) return { phases, text: `Invalid todo arguments: ${op.error}`, isError: true };
  const { phases: after, errors } = applyTodoOps(phases, [op.value]);
  const text = phasesSummary(after, op.value.op === 'view', errors);
  if (errors.length > 0) return { phases, text, isError: true };
  const completedTasks = newlyCompleted(phases, after);
  return completedTasks.length === 0 ? { phases: after, text } : { phases: after, text, completedTasks };
}

/** Does all ops in order and normalises once; with any error, `phases` are those before. */
export function applyTodoOps(
  phases: readonly TodoPhase[],
  ops: readonly TodoOp[],
): { readonly phases: readonly TodoPhase[]; readonly errors: readonly string[] } {
  let after = phases;
  const errors: string[] = [];
  for (const op of ops) {
    const operated = operate(after, op);
    after = operated.phases;
    errors.push(...operated.errors);
  }
  if (errors.length > 0) return { phases, errors };
  const reads = ops.every(({ op }) => op === 'view');
  return { phases: reads ? phases : normalisePhases(after), errors };
}

/** Tasks that were there before under the same names, with another status. */
function newlyCompleted(before: readonly TodoPhase[], after: readonly TodoPhase[]): readonly CompletedTask[] {
  const open = new Map<string, Set<string>>();
  for (const { name, tasks } of before) {
    const contents = open.get(name) ?? new Set();
    for (const { content, status } of tasks) if (status !== 'completed') contents.add(content);
    open.set(name, contents);
  }
  return after.flatMap(({ name, tasks }) =>
    tasks
      .filter(({ content, status }) => status === 'completed' && open.get(name)?.has(content) === true)
      .map(({ content }) => ({ phase: name, content })),
  );
}
