import { expect } from 'vitest';
import type { Entry, PathEntry } from '../../../../shared/thread/entry.ts';
import { isPathEntry } from '../../../../shared/thread/entry.ts';
import type { PlanShown, Said } from './said.ts';
import { addNode, headNode, pathTo, viewOf, type Node, type Tree } from './tree.ts';
import { listOf, showsPhases, type View } from './view.ts';

/** How each summary begins: no other text does. */
export const SUMMARY = 'Summary';

/** What a compaction, or a clearing of outputs, says at the end of a branch; `undefined` of any other entry. */
export function shortening(entry: PathEntry, tip: Node | undefined): Said | undefined {
  if (entry.kind === 'compaction') {
    expect(entry.summary).toContain(SUMMARY);
    return { type: 'summary', text: entry.summary, firstKept: entry.firstKeptId };
  }
  if (entry.kind !== 'outputs_cleared') return undefined;
  const before = pathTo(tip).findIndex(({ id }) => id === entry.untilId);
  expect(before, 'outputs are cleared until an entry of the branch').not.toBe(-1);
  return { type: 'cleared', before };
}

/** The plans that are put before the model again when a summary hides what it saw of them. */
export function plansToRestore(before: View, after: View): PlanShown[] {
  const list = listOf(after) === undefined ? listOf(before) : undefined;
  const phases = showsPhases(after) ? undefined : before.phases;
  return [...(list === undefined ? [] : [{ list }]), ...(phases === undefined ? [] : [{ phases }])];
}

/** What puts a plan before the model again, which must be the next of these. */
export function restored(entry: Extract<PathEntry, { kind: 'todos_restored' }>, plans: PlanShown[]): Said {
  const shown = 'items' in entry ? { list: entry.items } : { phases: entry.phases };
  expect(shown, 'the plan that is restored').toEqual(plans.shift());
  return { type: 'plan', plan: shown };
}

/** Takes in the next entry of a compaction by hand. It goes to the active branch, which has not moved since it began. */
export function followCompaction(tree: Tree, entry: Entry): void {
  const { compacting } = tree;
  if (compacting === undefined || compacting.held) throw new Error(`an unexpected ${entry.kind} of no run`);
  if (!isPathEntry(entry)) {
    expect(entry.kind).toBe('usage');
    return;
  }
  const tip = headNode(tree);
  expect(entry.parentId, 'where it hangs').toBe(tip?.id ?? null);
  const said = entry.kind === 'todos_restored' ? restored(entry, tree.restores) : shortening(entry, tip);
  if (said === undefined) throw new Error(`an unexpected ${entry.kind} of a compaction`);
  if (said.type === 'summary') expect(tree.head, 'the branch that was summarised').toBe(compacting.from);
  expect(said.type === 'plan' ? [] : tree.restores, 'plans that are still to be restored').toEqual([]);
  const node = addNode(tree, tip, entry.id, entry.seq, said);
  if (said.type === 'summary') tree.restores = plansToRestore(viewOf(tip), node.view);
  tree.head = entry.id;
}
