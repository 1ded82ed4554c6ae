import { ok, type Result } from '../../lib/result.ts';
import { hasTasks, type TaskPosition, type TodoPhase } from './todo-phase.ts';

/** What an op is about: a task, else a phase, else every task. */
export type Named = { readonly task?: string; readonly phase?: string };

export type Target = (at: TaskPosition) => boolean;

/** Looks up by exact equality; the first match counts. */
export function findTarget(phases: readonly TodoPhase[], { task, phase }: Named): Result<Target, string> {
  if (task !== undefined) return findTask(phases, task);
  return phase === undefined ? ok(() => true) : findPhase(phases, phase);
}

function findTask(phases: readonly TodoPhase[], content: string): Result<Target, string> {
  if (content === '') return { ok: false, error: 'Missing task content' };
  for (const [p, { tasks }] of phases.entries()) {
    const t = tasks.findIndex((task) => task.content === content);
    if (t >= 0) return ok((at) => at.phase === p && at.task === t);
  }
  return { ok: false, error: `Task "${content}" not found${hintFor(phases, content)}` };
}

function hintFor(phases: readonly TodoPhase[], content: string): string {
  if (/^task-\d+$/.test(content)) {
    return ". Tasks are referenced by content, not by IDs — pass the task's full text from the previous result.";
  }
  return hasTasks(phases) ? '' : ' (todo list is empty — was it replaced or not yet created?)';
}

function findPhase(phases: readonly TodoPhase[], wanted: string): Result<Target, string> {
  if (wanted === '') return { ok: false, error: 'Missing phase name' };
  const p = phases.findIndex(({ name }) => name === wanted);
  return p < 0 ? { ok: false, error: `Phase "${wanted}" not found` } : ok((at) => at.phase === p);
}
