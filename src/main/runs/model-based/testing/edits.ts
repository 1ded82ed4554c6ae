import { expect } from 'vitest';
import type { PathEntry } from '../../../../shared/thread/entry.ts';
import type { Edits, Said } from './said.ts';
import { addNode, headNode, keep, type Tree } from './tree.ts';

type EditEntry = Extract<PathEntry, { kind: 'user_todo_edit' }>;

/** What a person did to a plan, which the entry must say. */
export function edited(edits: Edits, entry: EditEntry): Said {
  const said = edits.get(entry.id);
  if (said === undefined) throw new Error(`an edit that nobody made: ${entry.id}`);
  const plan = 'items' in entry ? { list: entry.items } : { phases: entry.phases };
  expect({ type: 'edit', action: entry.action, plan }).toEqual(said);
  return said;
}

/** An edit on a thread where nothing runs: at the end of the active branch, and the copy with it. */
export function followEdit(tree: Tree, edits: Edits, entry: EditEntry): void {
  const said = edited(edits, entry);
  const tip = headNode(tree);
  expect(entry.parentId, 'where an edit hangs').toBe(tip?.id ?? null);
  addNode(tree, tip, entry.id, entry.seq, said);
  tree.head = entry.id;
  if (said.type === 'edit' && 'list' in said.plan) keep(tree, said.plan.list, entry.id);
}
