import type { Entry } from '../thread/entry.ts';
import { assertNever } from '../lib/assert.ts';
import type { TodoItem } from './todo-item.ts';

/** One view of every kind of plan. */
export type Plan = { readonly items: readonly PlanItem[] };

export type PlanStatus = 'pending' | 'in_progress' | 'completed' | 'abandoned' | 'blocked';

export type PlanItem = {
  /** What makes it the same item in the next version of the plan. */
  readonly key: string;
  /** The id that the agent gave it, if its dialect has ids. */
  readonly id?: string;
  readonly content: string;
  readonly status: PlanStatus;
};

/** Done counts completed and abandoned items: neither is left to do. */
export type PlanProgress = { readonly done: number; readonly total: number };

export function planProgress(plan: Plan): PlanProgress {
  const done = plan.items.filter((item) => item.status === 'completed' || item.status === 'abandoned').length;
  return { done, total: plan.items.length };
}

export function openItems(progress: PlanProgress): number {
  return progress.total - progress.done;
}

function planOfTodos(todos: readonly TodoItem[]): Plan {
  return { items: todos.map(({ id, content, status }) => ({ key: id, id, content, status })) };
}

/** The plan that `entry` wrote; `undefined` when it wrote none. A failed call writes none. */
export function planIn(entry: Entry): Plan | undefined {
  if (entry.kind !== 'tool_result' || entry.isError) return undefined;
  return entry.details?.kind === 'todos' ? planOfTodos(entry.details.todos) : undefined;
}

/** One point in a plan's history. */
export type PlanChange = { readonly entryId: string; readonly at: number; readonly plan: Plan };

export type PlanDifference =
  | { readonly type: 'added'; readonly item: PlanItem }
  | { readonly type: 'removed'; readonly item: PlanItem }
  | { readonly type: 'renamed'; readonly item: PlanItem; readonly from: string }
  | { readonly type: 'status'; readonly item: PlanItem; readonly from: PlanStatus };

/** What changed between two versions, in the order of the newer one, removed items last. */
export function planDifferences(before: Plan | undefined, after: Plan): readonly PlanDifference[] {
  const earlier = new Map(before?.items.map((item) => [item.key, item]));
  const changes: PlanDifference[] = [];
  for (const item of after.items) {
    const old = earlier.get(item.key);
    earlier.delete(item.key);
    if (old === undefined) {
      changes.push({ type: 'added', item });
      continue;
    }
    if (old.content !== item.content) changes.push({ type: 'renamed', item, from: old.content });
    if (old.status !== item.status) changes.push({ type: 'status', item, from: old.status });
  }
  for (const item of earlier.values()) changes.push({ type: 'removed', item });
  return changes;
}

const WORDS: Record<PlanStatus, string> = {
  pending: 'to do',
  in_progress: 'in progress',
  completed: 'done',
  abandoned: 'dropped',
  blocked: 'blocked',
};

export function statusWord(status: PlanStatus): string {
  return WORDS[status];
}

/** One change in a few words: `config → done`. */
export function describeDifference(difference: PlanDifference): string {
  const name = difference.item.id ?? difference.item.content;
  switch (difference.type) {
    case 'added':
      return `${name} added`;
    case 'removed':
      return `${name} removed`;
    case 'renamed':
      return `${name} renamed`;
    case 'status':
      return `${name} → ${statusWord(difference.item.status)}`;
    default:
      return assertNever(difference);
  }
}
