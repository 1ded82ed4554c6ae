import { addUsage, type UsageTotal } from '../run/usage.ts';
import type { PlanProgress } from '../todos/plan.ts';
import type { PathEntry } from './entry.ts';
import type { ToolCall } from './tool-call.ts';
import type { TreeMark } from './tree-mark.ts';

/** A path entry in the tree of its thread. */
export type TreeNode = {
  readonly id: string;
  readonly parentId: string | null;
  readonly seq: number;
  readonly kind: PathEntry['kind'];
  /** The run of the nearest entry, at or above it, that belongs to one. */
  readonly runId?: string;
  readonly label?: string;
  /** Of the model calls that are noted about it. */
  readonly usage?: UsageTotal;
};

/** How far a stretch goes, and what its entries add up to. */
export type StretchShape = {
  /** Its name: a stretch may lose entries to others at its end, and never the first. */
  readonly firstId: string;
  readonly lastId: string;
  /** The end of the stretch that it hangs from; `null`: it begins the thread. */
  readonly parentId: string | null;
  /** Of its first entry, and of its last. */
  readonly seq: number;
  readonly endSeq: number;
  readonly entries: number;
  /** How many of them are answers of a model. */
  readonly steps: number;
  /** The newest of those. */
  readonly answerId?: string;
  /** The run of the nearest entry, at or above its end, that belongs to one. */
  readonly runId?: string;
  /** A person's name for the branches through it: the newest of those that its entries have been given. */
  readonly label?: string;
  /** The entry that bears it. */
  readonly labelId?: string;
  /** Of its own entries alone. */
  readonly usage?: UsageTotal;
};

/**
 * Entries of a thread that follow each other without a fork: from the root or a fork to the next fork or a leaf. A side run
 * begins one even where nothing else goes on from there, so that the head is always the end of one.
 */
export type Stretch = StretchShape & {
  /** When its last entry was written (ms since the epoch). */
  readonly at: number;
  /** The first line of its first entry, and of its last. */
  readonly first: string;
  readonly last: string;
  /** Of the plan on the path from the root to its end. */
  readonly plan?: PlanProgress;
  /** Oldest first. */
  readonly marks: readonly TreeMark[];
  /** What its newest answer calls, where that was seen to come. */
  readonly calls?: readonly ToolCall[];
};

export function beginShape(node: TreeNode): StretchShape {
  const { id, parentId, seq } = node;
  return grownShape({ firstId: id, lastId: id, parentId, seq, endSeq: seq, entries: 0, steps: 0 }, node);
}

/** With the next entry at its end. */
export function grownShape(shape: StretchShape, { id, seq, kind, runId, label, usage }: TreeNode): StretchShape {
  const isAnswer = kind === 'assistant_message';
  return {
    ...shape,
    lastId: id,
    endSeq: seq,
    entries: shape.entries + 1,
    steps: shape.steps + (isAnswer ? 1 : 0),
    ...(isAnswer ? { answerId: id } : {}),
    ...(runId === undefined ? {} : { runId }),
    ...(label === undefined ? {} : { label, labelId: id }),
    ...(usage === undefined ? {} : { usage: shape.usage === undefined ? usage : addUsage(shape.usage, usage) }),
  };
}

export type FoldedNodes = {
  /** In the order of their first entries. */
  readonly shapes: readonly StretchShape[];
  /** Which of them an entry is in, by its id. */
  readonly placeOf: ReadonlyMap<string, number>;
};

/**
 * Folds entries of a tree to the stretches that they make. `nodes`: whole stretches, in the order of seq; `children`: how
 * many entries hang from one.
 */
export function foldNodes(
  nodes: Iterable<TreeNode & { readonly children: number }>,
  sideRuns: ReadonlySet<string>,
): FoldedNodes {
  const shapes: StretchShape[] = [];
  const placeOf = new Map<string, number>();
  const forks = new Set<string>();
  for (const node of nodes) {
    if (node.children > 1) forks.add(node.id);
    const above = node.parentId === null || forks.has(node.parentId) ? undefined : placeOf.get(node.parentId);
    const shape = above === undefined ? undefined : shapes[above];
    if (shape === undefined || above === undefined || begins(node, shape, sideRuns)) {
      placeOf.set(node.id, shapes.length);
      shapes.push(beginShape(node));
    } else {
      placeOf.set(node.id, above);
      shapes[above] = grownShape(shape, node);
    }
  }
  return { shapes, placeOf };
}

function begins({ runId }: TreeNode, above: StretchShape, sideRuns: ReadonlySet<string>): boolean {
  return runId !== undefined && runId !== above.runId && sideRuns.has(runId);
}
