import { expect, test } from 'vitest';
import { droppedTools } from './dropped-tools.ts';
import type { PathBody, PathEntry } from './entry.ts';

const person: PathBody = { kind: 'user_message', text: 'Go', origin: 'person' };
const without = (...withoutTools: readonly string[]): PathBody => ({ kind: 'intervention', from: 'e1', withoutTools });

function branch(...bodies: readonly PathBody[]): readonly PathEntry[] {
  return bodies.map((body, seq) => ({ id: `e${seq}`, threadId: 't', seq, at: 0, v: 1, parentId: null, ...body }));
}

test('tools stay away until the person writes again', () => {
  const goesOn: PathBody = { ...person, origin: 'continue' };
  expect(droppedTools(branch(person, without('a'), goesOn, without('b')))).toEqual(new Set(['a', 'b']));
  expect(droppedTools(branch(person, without('a'), person))).toEqual(new Set([]));
  expect(droppedTools([])).toEqual(new Set([]));
});
