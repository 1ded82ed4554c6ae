import { expect } from 'vitest';
import { messagesOf } from '../../../../shared/thread/messages.ts';
import { todosIn } from '../../../../shared/todos/list.ts';
import { phasesOn } from '../../../../shared/todos/phases-on-branch.ts';
import { leavesOf, wholeBranch } from '../../../threads/branches.ts';
import { transact } from '../../../threads/database.ts';
import { rebuildDerived } from '../../../threads/derived/rebuild.ts';
import { queuedMessages } from '../../../threads/queued-messages.ts';
import { entriesSince } from '../../../threads/entries.ts';
import { derivedRows } from '../../../threads/testing/rows.ts';
import { leaves, type Tree } from './tree.ts';
import { listOf } from './view.ts';
import { messagesIn } from './view-messages.ts';
import type { World } from './world.ts';

/** Everything that is to hold: of every branch, of every entry, and of what is derived from them. */
export function checkAll(world: World): void {
  for (const tree of world.trees.values()) checkBranches(world, tree);
  checkEntries(world);
  checkDerived(world);
}

function checkBranches({ process }: World, tree: Tree): void {
  const { read } = process.store;
  const queue = (rows: readonly { readonly id: string; readonly runId: string }[]) =>
    rows.map(({ id, runId }) => [id, runId]);
  expect(queue(queuedMessages(read, tree.threadId)), 'what nobody has taken up').toEqual(queue(tree.queue));
  const ends = leaves(tree);
  expect(leavesOf(read, tree.threadId).toSorted(), 'where the branches end').toEqual(
    ends.map(({ id }) => id).toSorted(),
  );
  for (const { id, view } of ends) {
    const path = wholeBranch(read, tree.threadId, id);
    const messages = messagesOf(path);
    const now = { messages, list: todosIn(messages), phases: phasesOn(path)?.phases };
    expect(now, `the branch to ${id}`).toEqual({ messages: messagesIn(view), list: listOf(view), phases: view.phases });
  }
}

/** No entry is lost, none is changed, and there are no others. */
function checkEntries({ process, trees, written }: World): void {
  let count = 0;
  for (const { threadId } of trees.values()) {
    for (const entry of entriesSince(process.store.read, threadId, 0, 1_000_000)) {
      expect(JSON.stringify(entry)).toBe(written.get(entry.id));
      count += 1;
    }
  }
  expect(count, 'the number of entries').toBe(written.size);
}

function checkDerived({ process: { store } }: World): void {
  const kept = derivedRows(store.read);
  transact(store.write, 'rebuild', () => rebuildDerived(store.write));
  expect(derivedRows(store.read), 'what is derived, rebuilt').toEqual(kept);
}
