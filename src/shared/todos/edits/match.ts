import { fail, ok, type Result } from '../../lib/result.ts';
import type { TodoItem } from '../list.ts';
import type { Named } from '../phases/target.ts';
import { isOpen, type TodoPhase } from '../phases/todo-phase.ts';

/** Something that a person may mean, and what it is called. */
export type Candidate = { readonly named: Named; readonly name: string; readonly open: boolean };

export function tasksOf(phases: readonly TodoPhase[]): readonly Candidate[] {
  return phases.flatMap(({ tasks }) =>
    tasks.map((task) => ({ named: { task: task.content }, name: task.content, open: isOpen(task) })),
  );
}

export function phasesOf(phases: readonly TodoPhase[]): readonly Candidate[] {
  return phases.map(({ name, tasks }) => ({ named: { phase: name }, name, open: tasks.some(isOpen) }));
}

/** Items go by their id, and are known by that and by their content. */
export function itemsOf(items: readonly TodoItem[]): readonly Candidate[] {
  return items.flatMap(({ id, content, status }) =>
    [content, id].map((name) => ({ named: { task: id }, name, open: status !== 'completed' })),
  );
}

/**
 * What a person means by a few words: what is called exactly so, else what differs in case alone, else the task that they
 * are a part of, else the phase that begins with them. Of several the only open one is meant; where that is none or more,
 * a failure (`todo_ambiguous`) names them; `todo_not_found` where there is none at all.
 */
export function matchWords(query: string, tasks: readonly Candidate[], phases: readonly Candidate[]): Result<Named> {
  const words = query.toLowerCase();
  const lower = ({ name }: Candidate) => name.toLowerCase();
  const tiers = [
    ...[tasks, phases].map((all) => all.filter(({ name }) => name === query)),
    ...[tasks, phases].map((all) => all.filter((one) => lower(one) === words)),
    tasks.filter((one) => lower(one).includes(words)),
    phases.filter((one) => lower(one).startsWith(words)),
  ];
  const found = distinct(tiers.find((tier) => tier.length > 0) ?? []);
  const open = found.filter((one) => one.open);
  const [meant] = found.length === 1 ? found : open.length === 1 ? open : [];
  if (meant !== undefined) return ok(meant.named);
  if (found.length === 0) {
    return fail('todo_not_found', `Nothing in the list matches “${query}”.`, 'A part of what it says is enough.');
  }
  const names = found.map(({ name }) => `“${name}”`).join(', ');
  return fail('todo_ambiguous', `“${query}” may be any of: ${names}.`, 'Write more of it.');
}

/** The names that a few words may mean: of tasks those that they are a part of, of phases those that begin with them. */
export function matchNames(query: string, names: readonly string[], kind: 'tasks' | 'phases'): readonly string[] {
  const words = query.trim().toLowerCase();
  return names.filter((name) => {
    const lower = name.toLowerCase();
    return kind === 'tasks' ? lower.includes(words) : lower.startsWith(words);
  });
}

function distinct(candidates: readonly Candidate[]): readonly Candidate[] {
  return [...new Map(candidates.map((one) => [JSON.stringify(one.named), one])).values()];
}
