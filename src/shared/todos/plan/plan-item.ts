/** One view of every kind of plan. A flat list is one phase without a name. */
export type Plan = { readonly phases: readonly PlanPhase[] };

export type PlanPhase = {
  readonly name?: string;
  /** What was closed in earlier runs, and is no longer in the agent's own list. */
  readonly earlier?: true;
  readonly items: readonly PlanItem[];
};

export type PlanStatus = 'pending' | 'in_progress' | 'completed' | 'abandoned' | 'blocked';

export type PlanItem = {
  /** Unique in its plan. What makes it the same item in the next version of it. */
  readonly key: string;
  /** The id that the agent gave it, if its dialect has ids. */
  readonly id?: string;
  readonly content: string;
  readonly status: PlanStatus;
  /** Why it is blocked. */
  readonly note?: string;
};

export function planItems({ phases }: Plan): readonly PlanItem[] {
  return phases.flatMap((phase) => phase.items);
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
