/** A plan in phases: what the `todo` tool keeps. Contents and names are identities; nothing is trimmed or case-folded. */
export type TodoPhase = { readonly name: string; readonly tasks: readonly PhaseTask[] };

export type PhaseTask = {
  readonly content: string;
  readonly status: PhaseTaskStatus;
  /** Why it is blocked. It outlives the block, but shows only while the task is blocked. */
  readonly blocker?: string;
};

export const PHASE_TASK_STATUSES = ['pending', 'in_progress', 'completed', 'abandoned', 'blocked'] as const;
export type PhaseTaskStatus = (typeof PHASE_TASK_STATUSES)[number];

/** Left to do and not held up: a blocked task is neither open nor closed. */
export function isOpen({ status }: PhaseTask): boolean {
  return status === 'pending' || status === 'in_progress';
}

export function isClosed({ status }: PhaseTask): boolean {
  return status === 'completed' || status === 'abandoned';
}

/** Headings alone are an empty list. */
export function hasTasks(phases: readonly TodoPhase[]): boolean {
  return phases.some(({ tasks }) => tasks.length > 0);
}

export function pendingTask(content: string): PhaseTask {
  return { content, status: 'pending' };
}

export function withStatus(task: PhaseTask, status: PhaseTaskStatus): PhaseTask {
  return task.status === status ? task : { ...task, status };
}

/** Where a task stands: the index of its phase, and its own in there. */
export type TaskPosition = { readonly phase: number; readonly task: number };

export function mapTasks(
  phases: readonly TodoPhase[],
  change: (task: PhaseTask, at: TaskPosition) => PhaseTask,
): readonly TodoPhase[] {
  return phases.map((phase, p) => ({
    ...phase,
    tasks: phase.tasks.map((task, t) => change(task, { phase: p, task: t })),
  }));
}
