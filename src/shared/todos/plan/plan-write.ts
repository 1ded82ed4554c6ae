import type { PlanStatus } from './plan-item.ts';

/** What one entry does to the plan before it. */
export type PlanWrite =
  /** The whole plan anew. */
  | { readonly type: 'replace'; readonly phases: readonly WrittenPhase[] }
  /** Changes items that are known by their id or content, and adds the others. */
  | { readonly type: 'merge'; readonly items: readonly WrittenItem[] }
  /** Changes items that are known by their id, and those alone. */
  | { readonly type: 'update'; readonly items: readonly WrittenItem[] };

export type WrittenPhase = { readonly name?: string; readonly earlier?: true; readonly items: readonly WholeItem[] };

export type WholeItem = {
  readonly id?: string;
  readonly content: string;
  readonly status: PlanStatus;
  readonly note?: string;
};

export type WrittenItem = Partial<WholeItem>;
