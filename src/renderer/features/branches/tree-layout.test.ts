import fc from 'fast-check';
import { expect, test } from 'vitest';
import { EMPTY_TREE, type BranchTree } from '../../../shared/thread/branch-tree.ts';
import type { Stretch } from '../../../shared/thread/stretch.ts';
import { findItems } from './tree-find.ts';
import { layoutTree, unfolded, type TreeItem } from './tree-layout.ts';
import { spokenOf } from './tree-words.ts';

/** `[name, parent]`: stretches of one entry each, in the order in which they were written. */
function treeOf(headId: string | null, ...pairs: readonly (readonly [string, string | null])[]): BranchTree {
  const stretches = pairs.map(([name, parentId], index): Stretch => {
    const seq = index + 1;
    const shape = { firstId: name, lastId: name, parentId, seq, endSeq: seq, entries: 1, steps: 1 };
    const usage = { input: 1, output: 0, cacheRead: 0, cacheWrite: 0, reasoning: 0, calls: 1, cost: 0.5, unpriced: 0 };
    return { ...shape, usage, at: seq, first: `First of ${name}`, last: `Last of ${name}`, marks: [] };
  });
  return { ...EMPTY_TREE, headId, stretches };
}

/** A tree as lines: its levels by dots, `*` what is live. */
function linesOf(items: readonly TreeItem[]): readonly string[] {
  return items.map(({ id, level, live, branches }) => {
    return `${'.'.repeat(level)}${live ? '*' : ''}${id}${branches > 0 ? ` +${branches}` : ''}`;
  });
}

const CHAIN = treeOf('c2', ['a', null], ['b1', 'a'], ['b2', 'a'], ['c1', 'b1'], ['c2', 'b1'], ['c3', 'b1']);

test('the branch with the most leaves goes on in its lane, the others hang below the fork, oldest first', () => {
  const items = layoutTree(CHAIN);
  expect(linesOf(items)).toEqual(['.*a +1', '..b2', '.*b1 +2', '..c1', '..*c2', '.c3']);
  expect(items.map(({ id, position, siblings }) => [id, position, siblings])).toEqual([
    ['a', 1, 3],
    ['b2', 1, 1],
    ['b1', 2, 3],
    ['c1', 1, 2],
    ['c2', 2, 2],
    ['c3', 3, 3],
  ]);
  // The lines of the active branch go from the root through the lanes to its end, and no further.
  expect(items.map(({ id, passes, above, below }) => [id, passes.join(), above, below])).toEqual([
    ['a', '', 'none', 'live'],
    ['b2', 'live', 'side', 'none'],
    ['b1', '', 'lane', 'plain'],
    ['c1', 'live', 'side', 'none'],
    ['c2', 'upper', 'side', 'none'],
    ['c3', '', 'lane', 'none'],
  ]);
});

test('what a branch took is that of its whole path', () => {
  const cost = Object.fromEntries(layoutTree(CHAIN).map(({ id, usage }) => [id, usage.cost]));
  expect(cost).toEqual({ a: 0.5, b1: 1, b2: 1, c1: 1.5, c2: 1.5, c3: 1.5 });
});

test('nothing moves when another branch becomes the active one', () => {
  const order = (headId: string) => layoutTree({ ...CHAIN, headId }).map(({ id }) => id);
  expect(order('b2')).toEqual(order('c3'));
});

test('a branch is of the newest run that goes on from its end, but for side runs; else of the one that wrote it', () => {
  const run = { status: 'finished', asking: [], agent: 'A', model: 'm' } as const;
  const [first, ...others] = treeOf('a', ['a', null], ['b', null]).stretches;
  if (first === undefined) throw new Error('no stretch');
  const stretches = [{ ...first, runId: 'wrote' }, ...others];
  const runs = [
    { ...run, id: 'wrote', seq: 1, tipId: 'x' },
    { ...run, id: 'beside', seq: 2, tipId: 'a', side: true } as const,
  ];
  expect(layoutTree({ ...CHAIN, stretches, runs }).map((item) => item.run?.id)).toEqual(['wrote', undefined]);
  const later = [...runs, { ...run, id: 'one', seq: 3, tipId: 'a' }, { ...run, id: 'two', seq: 4, tipId: 'a' }];
  expect(layoutTree({ ...CHAIN, stretches, runs: later })[0]?.run?.id).toBe('two');
});

test('a run at work is known wherever its branch is folded away', () => {
  const tree = treeOf(
    'b',
    ['a', null],
    ['b', 'a'],
    ['c', 'a'],
    ['d', 'b'],
    ['e', 'b'],
    ['f', 'b'],
    ['g', 'd'],
    ['h', 'd'],
  );
  const run = { id: 'r', seq: 1, asking: [], agent: 'A', model: 'm' } as const;
  const holding = (status: 'running' | 'finished', tipId: string) =>
    layoutTree({ ...tree, runs: [{ ...run, status, tipId }] }).flatMap((item) => (item.holdsWork ? [item.id] : []));
  expect(holding('running', 'c')).toEqual(['a']);
  expect(holding('running', 'e')).toEqual(['b']);
  expect(holding('running', 'g')).toEqual(['d']);
  expect(holding('finished', 'g')).toEqual([]);
});

test('folded items keep the rest of their lane in sight', () => {
  const items = layoutTree(CHAIN);
  expect(linesOf(unfolded(items, ({ id }) => id === 'b1'))).toEqual(['.*a +1', '..b2', '.*b1 +2', '.c3']);
  expect(linesOf(unfolded(items, () => true))).toEqual(['.*a +1', '.*b1 +2', '.c3']);
});

test('every tree has each of its stretches once, below what it hangs from, and no more levels than its leaves can be halved', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(), { minLength: 1, maxLength: 60 }), (parents) => {
      const pairs = parents.map((at, n) => [`n${n}`, n === 0 ? null : `n${at % n}`] as const);
      const items = layoutTree(treeOf('n0', ...pairs));
      expect(items.map(({ id }) => id).toSorted()).toEqual(pairs.map(([id]) => id).toSorted());
      const seen = new Set<string | null>([null]);
      for (const { stretch } of items) {
        expect(seen.has(stretch.parentId)).toBe(true);
        seen.add(stretch.lastId);
      }
      const leaves = items.filter(({ below }) => below === 'none').length;
      for (const { level, passes } of items) {
        expect(passes).toHaveLength(level - 1);
        expect(level).toBeLessThanOrEqual(Math.floor(Math.log2(leaves)) + 1);
      }
    }),
  );
});

test('items are found by all words of a query, and read out with all that they show', () => {
  const items = layoutTree(CHAIN);
  const ids = (query: string) => findItems(items, query).map(({ id }) => id);
  expect(ids('  ')).toEqual([]);
  expect(ids('LAST c')).toEqual(['c1', 'c2', 'c3']);
  expect(ids('first not')).toEqual(['b2', 'c1', 'c2', 'c3']);
  const [root, , shared, , active] = items;
  if (root === undefined || shared === undefined || active === undefined) throw new Error('no items');
  expect(spokenOf(shared, true, 0)).toBe('First of b1, on the active branch, 1 step, 2 branches');
  const run = { id: 'r', seq: 1, tipId: 'c2', agent: '\u202eA', model: 'm', status: 'finished', asking: [] } as const;
  expect(spokenOf({ ...active, run }, false, 120_005)).toContain('Finished, <U+202E>A, m, ');
  const marks = [{ kind: 'compaction', entryId: 'x', before: 12_000, after: 900 }] as const;
  const marked = { ...active, stretch: { ...active.stretch, plan: { done: 1, total: 2 }, marks } };
  expect(spokenOf(marked, false, 120_005)).toBe(
    'Last of c2, active branch, Not started, plan 1 of 2, 3 tokens, $1.50, 2m ago, 1 step, Compaction, 12k → 900 tokens',
  );
});
