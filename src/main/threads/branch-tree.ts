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

/** Where others write faster than it is read, the answer holds what had been written some rounds before. */
const MOST_ROUNDS = 10;

/**
 * The tree of a thread's branches or, with `after`, what of it has become another since that seq. It is read in slices, with
 * others in between, and holds what they have written meanwhile.
 */
export async function branchTree(db: ReadDb, threadId: string, after: number, pace: Pace): Promise<BranchTree> {
  const newest = newestSeq(db, threadId);
  const isNear = after > 0 && after <= newest && newest - after <= MOST_CHANGES;
  // What has been read once is not read again with each entry that comes.
  const known = new Map<string, StoredNode>();
  let tree = isNear ? { ...EMPTY_TREE, seq: after } : await wholeTree(db, threadId, newest, known, pace);
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    const seq = newestSeq(db, threadId);
    if (seq === tree.seq) break;
    const { ids, runs } = changesSince(db, threadId, tree.seq, seq);
    const touched = await nodesAround(db, threadId, ids, known, pace);
    const stretches = await stretchesOf(db, threadId, known, touched, pace);
    tree = mergeTree(tree, { ...tree, seq, runs, stretches });
  }
  return { ...tree, headId: headOf(db, threadId) ?? null };
}

async function wholeTree(
  db: ReadDb,
  threadId: string,
  seq: number,
  known: Map<string, StoredNode>,
  pace: Pace,
): Promise<BranchTree> {
  const runs = runsFrom(db, threadId);
  for (const node of await nodesUpTo(db, threadId, seq, pace)) known.set(node.id, node);
  return { ...EMPTY_TREE, seq, runs, stretches: await stretchesOf(db, threadId, known, known.keys(), pace) };
}

/** `known`: whole stretches; those are told that `touched` entries are in. */
async function stretchesOf(
  db: ReadDb,
  threadId: string,
  known: ReadonlyMap<string, StoredNode>,
  touched: Iterable<string>,
  pace: Pace,
): Promise<readonly Stretch[]> {
  const all = [...known.values()].sort((a, b) => a.seq - b.seq);
  const { shapes, placeOf } = foldNodes(all, sideRuns(db, threadId));
  const told = new Set<number | undefined>();
  for (const id of touched) told.add(placeOf.get(id));
  const nodes = all.filter(({ id }) => told.has(placeOf.get(id)));
  const wanted = [...shapes.entries()].filter(([place]) => told.has(place));
  const ends = await readEnds(
    db,
    wanted.map(([, shape]) => shape),
    nodes,
    pace,
  );
  const seqOf = new Map(nodes.map(({ id, seq }) => [id, seq]));
  const marks = [...ends.marks, ...childMarks(db, threadId)]
    .filter(({ entryId }) => seqOf.has(entryId))
    .sort((a, b) => (seqOf.get(a.entryId) ?? 0) - (seqOf.get(b.entryId) ?? 0));
  const marksAt = Map.groupBy(marks, ({ entryId }) => placeOf.get(entryId));
  const none: readonly TreeMark[] = [];
  return wanted.map(([place, shape]) => ({ ...shape, ...ends.of(shape), marks: marksAt.get(place) ?? none }));
}
