import { expect, test } from 'vitest';
import { fold } from '../lib/fold.ts';
import type { Entry } from '../thread/entry.ts';
import { addUsage, usageFold } from './usage.ts';

test('a sum of costs stays a number, whatever providers tell', () => {
  const tokens = { input: 1, output: 2, cacheRead: 0, cacheWrite: 0, reasoning: 0 };
  const call = (seq: number): Entry => ({
    id: `e${seq}`,
    threadId: 't',
    seq,
    at: seq,
    v: 1,
    targetId: 'e0',
    kind: 'usage',
    model: 'm',
    tokens,
    cost: Number.MAX_VALUE,
  });
  const sum = fold(usageFold, [call(1), call(2)]);
  expect(sum).toMatchObject({ calls: 2, cost: Number.MAX_VALUE });
  expect(addUsage(sum, sum)).toMatchObject({ calls: 4, cost: Number.MAX_VALUE });
});
