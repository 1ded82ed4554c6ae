import { isActive } from '../../../shared/run/status.ts';
import type { UsageTotal } from '../../../shared/run/usage.ts';
import type { BranchTree, TreeRun } from '../../../shared/thread/branch-tree.ts';
import type { Stretch } from '../../../shared/thread/stretch.ts';
import { factsOf } from './tree-facts.ts';

/** A line that passes a row: none of it is live, its upper half, or all. */
export type Pass = 'plain' | 'upper' | 'live';

/**
 * A stretch in the outline. At a fork one of the branches goes on in the same lane, under its own level: that with the most
 * leaves, of several the newest. So no tree is deeper than its leaves can be halved, and none moves when another branch
 * becomes the active one. The others hang between the two, a level below.
 */
export type TreeItem = {
  readonly id: string;
  readonly stretch: Stretch;
  /** From 1. */
  readonly level: number;
  /** The item that it hangs below; absent at level 1. */
  readonly parentId?: string;
  /** Which of how many hang there, from 1. */
  readonly position: number;
  readonly siblings: number;
  /** Leaves of the branches that hang below it; 0: it cannot be folded. */
  readonly branches: number;
  /** Whether the active branch is among these. */
  readonly holdsLive: boolean;
  /** Whether a run is at work on one of these. */
  readonly holdsWork: boolean;
  /** Whether a branch ends here. */
  readonly isEnd: boolean;
  /** It is the end of the active branch. */
  readonly active: boolean;
  /** It is part of the active branch. */
  readonly live: boolean;
  /** The run that its end belongs to. */
  readonly run?: TreeRun;
  /** Of the path from the root to its end. */
  readonly usage: UsageTotal;
  /** Of the lanes at its left. */
  readonly passes: readonly Pass[];
  /** How its own lane comes to it, and goes on. */
  readonly above: 'none' | 'side' | 'lane';
  readonly below: 'none' | 'plain' | 'live';
};

type Lane = {
  readonly first: Stretch;
  readonly level: number;
  readonly parentId?: string;
  /** Of its first row, and of the others. */
  readonly passes: readonly Pass[];
  readonly rest: readonly Pass[];
};

/** The outline of a tree, from top to bottom. */
export function layoutTree(tree: BranchTree): readonly TreeItem[] {
  const { roots, forkOf, leavesOf, isLive, runOf, usageOf } = factsOf(tree);
  const items: Omit<TreeItem, 'position' | 'siblings' | 'holdsWork'>[] = [];

  function lay(lane: Lane): void {
    for (let stretch: Stretch | undefined = lane.first; stretch !== undefined; stretch = layOne(stretch, lane));
  }

  /** With what hangs below it; how the lane goes on. */
  function layOne(stretch: Stretch, { first, level, parentId, passes, rest }: Lane): Stretch | undefined {
    const { next, sides } = forkOf(stretch);
    const liveSide = sides.findIndex(isLive);
    const goesOnLive = next !== undefined && isLive(next);
    const active = stretch.lastId === tree.headId;
    items.push({
      id: stretch.firstId,
      stretch,
      level,
      parentId,
      branches: sides.reduce((sum, side) => sum + leavesOf(side), 0),
      holdsLive: liveSide !== -1,
      isEnd: next === undefined || active,
      active,
      live: isLive(stretch),
      run: runOf(stretch),
      usage: usageOf(stretch),
      passes: stretch === first ? passes : rest,
      above: stretch !== first ? 'lane' : level > 1 ? 'side' : 'none',
      below: next === undefined ? 'none' : goesOnLive ? 'live' : 'plain',
    });
    for (const [index, side] of sides.entries()) {
      const passing: Pass = goesOnLive || index < liveSide ? 'live' : 'plain';
      lay({
        first: side,
        level: level + 1,
        parentId: stretch.firstId,
        passes: [...rest, index === liveSide ? 'upper' : passing],
        rest: [...rest, passing],
      });
    }
    return next;
  }

  for (const first of roots) lay({ first, level: 1, passes: [], rest: [] });
  const siblings = Map.groupBy(items, ({ parentId }) => parentId);
  const positions = new Map([...siblings.values()].flatMap((group) => group.map(({ id }, index) => [id, index + 1])));
  const parentOf = new Map(items.map(({ id, parentId }) => [id, parentId]));
  const atWork = new Set<string>();
  for (const { isEnd, run, parentId } of items) {
    if (!isEnd || run === undefined || !isActive(run.status)) continue;
    for (let up = parentId; up !== undefined; up = parentOf.get(up)) atWork.add(up);
  }
  return items.map((item) => ({
    ...item,
    holdsWork: atWork.has(item.id),
    position: positions.get(item.id) ?? 1,
    siblings: siblings.get(item.parentId)?.length ?? 1,
  }));
}

/** Without what hangs below folded items. */
export function unfolded(items: readonly TreeItem[], isFolded: (item: TreeItem) => boolean): readonly TreeItem[] {
  let foldedAt = Number.POSITIVE_INFINITY;
  return items.filter((item) => {
    if (item.level > foldedAt) return false;
    foldedAt = item.branches > 0 && isFolded(item) ? item.level : Number.POSITIVE_INFINITY;
    return true;
  });
}
