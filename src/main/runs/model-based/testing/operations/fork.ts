import { expect } from 'vitest';
import { isPathEntry } from '../../../../../shared/thread/entry.ts';
import { forkThread } from '../../../../histories/fork-thread.ts';
import { importDeps } from '../../../../histories/testing/history.ts';
import { entriesSince } from '../../../../threads/entries.ts';
import { good } from '../../../../threads/testing/store.ts';
import { headOf } from '../../../../threads/thread-rows.ts';
import { renamed } from '../said.ts';
import { addNode, createTree, pathTo, type Node } from '../tree.ts';
import { randomNode } from './messages.ts';
import type { Operation } from './operation.ts';

export const FORK: Operation = {
  name: 'fork',
  weight: 1.5,
  async act(world, tree) {
    const node = randomNode(world, tree);
    if (node === undefined) return undefined;
    const { read, write } = world.process.store;
    const threadId = good(await forkThread(importDeps(write, `fork${world.nextNumber()}`), tree.threadId, node.id));
    const entries = entriesSince(read, threadId, 0, 100_000);
    const path = entries.filter(isPathEntry);
    const originals = pathTo(node);
    expect(path.map(({ copiedFrom }) => copiedFrom?.entryId)).toEqual(originals.map(({ id }) => id));
    const ids = new Map(originals.map(({ id }, index) => [id, path[index]?.id ?? '']));
    const copy = createTree(threadId);
    let tip: Node | undefined;
    for (const [index, { id, seq, parentId }] of path.entries()) {
      expect(parentId).toBe(tip?.id ?? null);
      const { said } = originals[index] ?? node;
      tip = addNode(
        copy,
        tip,
        id,
        seq,
        renamed(said, (old) => ids.get(old) ?? old),
      );
    }
    copy.head = tip?.id ?? null;
    expect(headOf(read, threadId)).toBe(copy.head);
    const by = ids.get(tree.kept?.by ?? '');
    if (tree.kept !== undefined && by !== undefined) copy.kept = { ...tree.kept, by };
    for (const entry of entries) {
      copy.seq += 1;
      expect(entry.seq, 'dense').toBe(copy.seq);
      world.written.set(entry.id, JSON.stringify(entry));
    }
    world.trees.set(threadId, copy);
    return `${threadId} at ${node.id}`;
  },
};
