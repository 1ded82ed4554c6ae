import { EMPTY_TREE, mergeTree, type BranchTree } from '../../shared/thread/branch-tree.ts';
import { foldNodes, type Stretch } from '../../shared/thread/stretch.ts';
import type { TreeMark } from '../../shared/thread/tree-mark.ts';
import type { Pace } from '../lib/pace.ts';
import type { ReadDb } from './database.ts';
import { newestSeq } from './entries.ts';
import { headOf } from './thread-rows.ts';
import { changesSince, childMarks, readEnds, runsFrom, sideRuns } from './tree-facts.ts';
import { nodesAround, nodesUpTo, type StoredNode } from './tree-nodes.ts';

/** When more has come than this, the whole tree is folded again. */
const MOST_CHANGES = 500;

/**
 * The tree of a thread's branches or, with `after`, what of it has become another since that seq. It is read in slices, with
 * others in between, and holds what they have written meanwhile.
 */
export async function branchTree(db: ReadDb, threadId: string, after: number, pace: Pace): Promise<BranchTree> {
  const newest = newestSeq(db, threadId);
  const isNear = after > 0 && after <= newest && newest - after <= MOST_CHANGES;
  let tree = isNear ? { ...EMPTY_TREE, seq: after } : await wholeTree(db, threadId, newest, pace);
  for (let seq = newestSeq(db, threadId); seq !== tree.seq; seq = newestSeq(db, threadId)) {
    const { ids, runs } = changesSince(db, threadId, tree.seq, seq);
    const nodes = await nodesAround(db, threadId, ids, pace);
    tree = mergeTree(tree, { ...tree, seq, runs, stretches: await stretchesOf(db, threadId, nodes, pace) });
  }
  return { ...tree, headId: headOf(db, threadId) ?? null };
}

async function wholeTree(db: ReadDb, threadId: string, seq: number, pace: Pace): Promise<BranchTree> {
  const runs = runsFrom(db, threadId);
  const nodes = await nodesUpTo(db, threadId, seq, pace);
  return { ...EMPTY_TREE, seq, runs, stretches: await stretchesOf(db, threadId, nodes, pace) };
}

async function stretchesOf(
  db: ReadDb,
  threadId: string,
  nodes: readonly StoredNode[],
  pace: Pace,
): Promise<readonly Stretch[]> {
  const { shapes, placeOf } = foldNodes(nodes, sideRuns(db, threadId));
  const ends = await readEnds(db, shapes, nodes, pace);
  const seqOf = new Map(nodes.map(({ id, seq }) => [id, seq]));
  const marks = [...ends.marks, ...childMarks(db, threadId)]
    .filter(({ entryId }) => placeOf.has(entryId))
    .sort((a, b) => (seqOf.get(a.entryId) ?? 0) - (seqOf.get(b.entryId) ?? 0));
  const marksAt = Map.groupBy(marks, ({ entryId }) => placeOf.get(entryId));
  const none: readonly TreeMark[] = [];
  return shapes.map((shape, place) => ({ ...shape, ...ends.of(shape), marks: marksAt.get(place) ?? none }));
}
