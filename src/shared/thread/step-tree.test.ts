import { expect, test } from 'vitest';
import { EMPTY_TREE, type BranchTree } from './branch-tree.ts';
import { stepTree, stepTreeChild, type TreeChild } from './step-tree.ts';
import type { Stretch } from './stretch.ts';

const stretch: Stretch = {
  firstId: 'u',
  lastId: 'result',
  parentId: null,
  seq: 1,
  endSeq: 3,
  entries: 3,
  steps: 1,
  answerId: 'answer',
  at: 1,
  first: 'Go',
  last: 'Done',
  marks: [],
};
const tree: BranchTree = { ...EMPTY_TREE, seq: 3, headId: 'result', stretches: [stretch] };
const asked: TreeChild = { kind: 'subagent', entryId: 'answer', threadId: 'child' };

function marksOf(next: BranchTree | undefined): Stretch['marks'] | undefined {
  return next?.stretches[0]?.marks;
}

test('a sub-agent is marked where it was asked, once, and named when its run has started', () => {
  const once = stepTreeChild(tree, asked);
  expect(marksOf(once)).toEqual([asked]);
  const named = stepTreeChild(once ?? tree, { ...asked, agent: 'Reader' });
  expect(marksOf(named)).toEqual([{ ...asked, agent: 'Reader' }]);
  expect(stepTreeChild(named ?? tree, asked)).toBe(named);
  expect(stepTreeChild(named ?? tree, { ...asked, agent: 'Reader' })).toBe(named);
  const both = stepTreeChild(named ?? tree, { ...asked, threadId: 'other' });
  expect(marksOf(both)).toHaveLength(2);
});

test('of an answer in the middle of a stretch only the engine knows', () => {
  expect(stepTreeChild(tree, { ...asked, entryId: 'earlier' })).toBeUndefined();
});

test('a person’s switch of branch moves the head alone, and what was on its way already changes nothing', () => {
  expect(stepTree(tree, { entries: [], headId: 'elsewhere' })).toEqual({ ...tree, headId: 'elsewhere' });
  const stamp = { id: 'old', threadId: 't', seq: 3, at: 1, v: 1, parentId: 'answer' } as const;
  const old = { ...stamp, kind: 'user_message', text: 'Old', origin: 'person' } as const;
  expect(stepTree(tree, { entries: [old], headId: 'result' })).toBe(tree);
  // One is missing in between.
  expect(stepTree(tree, { entries: [{ ...old, seq: 5 }], headId: 'result' })).toBeUndefined();
});
