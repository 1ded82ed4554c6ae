import type { RunStanding } from '../run/run-standing.ts';
import type { Stretch } from './stretch.ts';

/**
 * A thread as the tree of its branches: forks and leaves with the stretches between them. The engine answers it folded,
 * whole or what has changed of it; windows follow by stepping what is pushed (see step-tree.ts).
 */
export type BranchTree = {
  /** The newest entry that it knows of. */
  readonly seq: number;
  readonly headId: string | null;
  /** In the order of their first entries, so that each comes after the one that it hangs from. */
  readonly stretches: readonly Stretch[];
  /** In the order in which they started. */
  readonly runs: readonly TreeRun[];
};

export type TreeRun = RunStanding & {
  readonly id: string;
  /** Of the note that it started with. */
  readonly seq: number;
  /** The path entry that it goes on from. */
  readonly tipId: string;
  /** It was started beside the active branch. */
  readonly side?: true;
  readonly agent: string;
  readonly model: string;
};

export const EMPTY_TREE: BranchTree = { seq: 0, headId: null, stretches: [], runs: [] };

/** `known` with all that is in `changed`, which holds every stretch and run that has become another since. */
export function mergeTree(known: BranchTree, changed: BranchTree): BranchTree {
  return {
    ...changed,
    stretches: merged(known.stretches, changed.stretches, ({ firstId }) => firstId),
    runs: merged(known.runs, changed.runs, ({ id }) => id),
  };
}

function merged<T extends { readonly seq: number }>(
  known: readonly T[],
  changed: readonly T[],
  idOf: (item: T) => string,
): readonly T[] {
  if (known.length === 0 || changed.length === 0) return known.length === 0 ? changed : known;
  const byId = new Map(known.map((item) => [idOf(item), item]));
  for (const item of changed) byId.set(idOf(item), item);
  return [...byId.values()].sort((a, b) => a.seq - b.seq);
}
