import { addUsage, NO_USAGE, type UsageTotal } from '../../../shared/run/usage.ts';
import type { BranchTree, TreeRun } from '../../../shared/thread/branch-tree.ts';
import type { Stretch } from '../../../shared/thread/stretch.ts';

/** The branches at the end of a stretch: the one that goes on in its lane, and the others, oldest first. */
type Fork = { readonly next?: Stretch; readonly sides: readonly Stretch[] };

/** What the stretches of a tree are to each other. */
export type TreeFacts = {
  readonly roots: readonly Stretch[];
  readonly forkOf: (stretch: Stretch) => Fork;
  readonly leavesOf: (stretch: Stretch) => number;
  /** Whether it is part of the active branch. */
  readonly isLive: (stretch: Stretch) => boolean;
  readonly runOf: (stretch: Stretch) => TreeRun | undefined;
  /** Of the path from the root to its end. */
  readonly usageOf: (stretch: Stretch) => UsageTotal;
};

export function factsOf({ stretches, runs, headId }: BranchTree): TreeFacts {
  const children = Map.groupBy(stretches, ({ parentId }) => parentId);
  const byEnd = new Map(stretches.map((stretch) => [stretch.lastId, stretch]));
  const childrenOf = ({ lastId }: Stretch): readonly Stretch[] => children.get(lastId) ?? [];

  // Each stretch stands behind the one that it hangs from.
  const leaves = new Map<string, number>();
  const leavesOf = ({ firstId }: Stretch): number => leaves.get(firstId) ?? 1;
  for (const stretch of stretches.toReversed()) {
    const below = childrenOf(stretch).reduce((sum, child) => sum + leavesOf(child), 0);
    leaves.set(stretch.firstId, Math.max(1, below));
  }

  const usages = new Map<string | null, UsageTotal>();
  const usageAt = (entryId: string | null): UsageTotal => usages.get(entryId) ?? NO_USAGE;
  for (const { lastId, parentId, usage } of stretches) {
    usages.set(lastId, usage === undefined ? usageAt(parentId) : addUsage(usageAt(parentId), usage));
  }

  const live = new Set<string>();
  for (let end = headId; end !== null; end = byEnd.get(end)?.parentId ?? null) live.add(end);

  const runById = new Map(runs.map((run) => [run.id, run]));
  // Of several that go on from one entry the newest counts; those beside it do not.
  const runByTip = new Map(runs.filter(({ side }) => side !== true).map((run) => [run.tipId, run]));

  return {
    roots: children.get(null) ?? [],
    forkOf(stretch) {
      const below = childrenOf(stretch);
      const most = Math.max(...below.map(leavesOf));
      const next = below.findLast((child) => leavesOf(child) === most);
      return { next, sides: below.filter((child) => child !== next) };
    },
    leavesOf,
    isLive: ({ lastId }) => live.has(lastId),
    runOf: ({ lastId, runId = '' }) => runByTip.get(lastId) ?? runById.get(runId),
    usageOf: ({ lastId }) => usageAt(lastId),
  };
}
