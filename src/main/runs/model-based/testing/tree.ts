import type { TodoItem } from '../../../../shared/todos/todo-item.ts';
import type { PlanShown, Said } from './said.ts';
import { EMPTY, viewAfter, type View } from './view.ts';

/** A path entry as the model knows it. */
export type Node = {
  readonly id: string;
  readonly seq: number;
  readonly parent: Node | undefined;
  readonly said: Said;
  /** What the branch comes to that ends with it. */
  readonly view: View;
  readonly children: Node[];
};

/** A compaction by hand of a thread on which nothing ran when it began. */
export type Compacting = {
  /** Where the head was then. */
  readonly from: string | null;
  /** Lets the summary come; absent: it comes by itself. */
  readonly letGo?: () => void;
  held: boolean;
};

/** `afterRequest`: its run had sent its request by then, and takes it up behind the answer. */
export type Queued = { readonly id: string; readonly text: string; runId: string; afterRequest: boolean };

/** A thread as it should be. Mutable: it grows. */
export type Tree = {
  readonly threadId: string;
  readonly nodes: Map<string, Node>;
  head: string | null;
  /** Of the newest entry that the model has taken in. */
  seq: number;
  compacting?: Compacting;
  /** The plans that its compaction is to put before the model again. */
  restores: PlanShown[];
  /** What people have written to its runs and no run has taken up, in their order. */
  queue: Queued[];
  /** A run has yet to take up what a person did to the list, so that the copy may be behind. */
  copyLags: boolean;
  /** The copy of the flat list that the active branch wrote last. */
  kept?: { readonly items: readonly TodoItem[]; readonly by: string };
};

export function createTree(threadId: string): Tree {
  return { threadId, nodes: new Map(), head: null, seq: 0, restores: [], queue: [], copyLags: false };
}

export function viewOf(node: Node | undefined): View {
  return node?.view ?? EMPTY;
}

export function addNode(tree: Tree, parent: Node | undefined, id: string, seq: number, said: Said): Node {
  const node: Node = { id, seq, parent, said, view: viewAfter(viewOf(parent), id, said), children: [] };
  parent?.children.push(node);
  tree.nodes.set(id, node);
  return node;
}

export function nodeOf(tree: Tree, id: string): Node {
  const node = tree.nodes.get(id);
  if (node === undefined) throw new Error(`${id} is no entry of ${tree.threadId}`);
  return node;
}

export function headNode(tree: Tree): Node | undefined {
  return tree.head === null ? undefined : nodeOf(tree, tree.head);
}

/** From the root to the node. */
export function pathTo(node: Node | undefined): readonly Node[] {
  const path: Node[] = [];
  for (let at = node; at !== undefined; at = at.parent) path.push(at);
  return path.reverse();
}

export function isAbove(node: Node, below: Node | undefined): boolean {
  for (let at = below; at !== undefined; at = at.parent) if (at === node) return true;
  return false;
}

/** The copy of the list is of this one now. */
export function keep(tree: Tree, items: readonly TodoItem[], by: string): void {
  tree.kept = { items, by };
  tree.copyLags = false;
}

/**
 * What the engine does where another branch is active, or a kill may have come between a list and its copy: the copy is of
 * the newest list of the active branch, unless a plan in phases was written since.
 */
export function mendCopy(tree: Tree): void {
  const path = pathTo(headNode(tree));
  const newest = path.findLast(({ said }) => planWritten(said) !== undefined);
  const plan = newest && planWritten(newest.said);
  if (newest === undefined || plan === undefined || !('list' in plan)) return;
  const { kept } = tree;
  const isOurs = kept !== undefined && path.some(({ id }) => id === kept.by);
  if (isOurs && JSON.stringify(kept.items) === JSON.stringify(plan.list)) return;
  // A run may have copied it already, at a later entry.
  if (tree.copyLags) tree.kept = { items: plan.list, by: newest.id };
  else keep(tree, plan.list, newest.id);
}

/** The plan at the end of a branch. */
export function planOn(node: Node | undefined): PlanShown | undefined {
  for (let at = node; at !== undefined; at = at.parent) {
    const plan = planWritten(at.said);
    if (plan !== undefined) return plan;
  }
  return undefined;
}

/** The plan that an entry has changed. */
function planWritten(said: Said): PlanShown | undefined {
  if (said.type === 'edit') return said.plan;
  if (said.type !== 'result') return undefined;
  if (said.phases !== undefined) return { phases: said.phases };
  return said.wrote === true && said.list !== undefined ? { list: said.list } : undefined;
}

/** The end of the newest branch through a node. */
export function newestBelow(node: Node): Node {
  let newest: Node | undefined;
  const left = [node];
  for (let at = left.pop(); at !== undefined; at = left.pop()) {
    left.push(...at.children);
    if (at.children.length === 0 && at.seq > (newest?.seq ?? 0)) newest = at;
  }
  if (newest === undefined) throw new Error('a tree without leaves');
  return newest;
}

export function leaves(tree: Tree): readonly Node[] {
  return [...tree.nodes.values()].filter(({ children }) => children.length === 0);
}
