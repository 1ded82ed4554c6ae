import { expect, test } from 'vitest';
import type { PathBody, PathEntry } from '../thread/entry.ts';
import { seesPlan } from './sees-plan.ts';

function branch(...bodies: readonly PathBody[]): readonly PathEntry[] {
  return bodies.map((body, n) => ({ id: `e${n}`, threadId: 't', seq: n + 1, at: 1, v: 1, parentId: null, ...body }));
}

const said: PathBody = { kind: 'user_message', text: 'Go', origin: 'person' };
const restored: PathBody = { kind: 'todos_restored', items: [] };
const count = { tokens: 1, estimated: true };
function compacted(firstKeptId: string | null): PathBody {
  return {
    kind: 'compaction',
    trigger: 'person',
    summary: 'S',
    model: 'm',
    firstKeptId,
    before: count,
    after: count,
    durationMs: 1,
  };
}

test.each<[string, readonly PathEntry[], boolean | undefined]>([
  ['what is there is seen', branch(said, said), true],
  ['what a compaction kept too', branch(said, compacted('e0')), true],
  ['what it did not keep is not', branch(said, said, compacted('e1')), false],
  ['nor when it kept nothing', branch(said, compacted(null)), false],
  ['unless the list was put back', branch(said, compacted(null), restored), true],
])('%s', (_, end, seen) => {
  expect(seesPlan(end, 'e0')).toBe(seen);
});

test('of a plan before the part that is known, a compaction in it may tell', () => {
  expect(seesPlan(branch(said), 'before')).toBeUndefined();
  expect(seesPlan(branch(said, compacted('before too')), 'before')).toBeUndefined();
  expect(seesPlan(branch(said, compacted('e0')), 'before')).toBe(false);
  expect(seesPlan(branch(said, restored), 'before')).toBe(true);
});
