import type { TodoItem } from '../../../shared/todos/list.ts';
import type { TodoPhase } from '../../../shared/todos/phases.ts';
import type { Plan } from '../../../shared/todos/plan.ts';

/** A plan in phases as what people name things in; what was closed in earlier runs is no longer in it. */
export function phasesOfPlan(plan: Plan | undefined): readonly TodoPhase[] {
  return (plan?.phases ?? []).flatMap(({ name, earlier, items }): readonly TodoPhase[] =>
    name === undefined || earlier === true
      ? []
      : [{ name, tasks: items.map(({ content, status, note }) => ({ content, status, blocker: note })) }],
  );
}

/** The items of a flat list; `undefined` of a plan in phases, or none. */
export function itemsOfPlan(plan: Plan | undefined): readonly TodoItem[] | undefined {
  const [flat, ...others] = plan?.phases ?? [];
  if (flat === undefined || flat.name !== undefined || others.length > 0) return undefined;
  return flat.items.map(({ id, content, status }) => ({
    id: id ?? content,
    content,
    status: status === 'completed' || status === 'in_progress' ? status : 'pending',
  }));
}
