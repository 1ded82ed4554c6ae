import { expect, test } from 'vitest';
import { isPathEntry } from '../../shared/thread/entry.ts';
import { messagesOf } from '../../shared/thread/messages.ts';
import { fold } from '../../shared/lib/fold.ts';
import { usageFold } from '../../shared/run/usage.ts';
import { createWorld } from './testing/world.ts';
import type { Model } from './model.ts';

test('what a provider wants back and what a call cost by the table are kept, and go on', async () => {
  const world = createWorld();
  const tokens = { input: 10, output: 5, cacheRead: 0, cacheWrite: 0, reasoning: 0 };
  const model: Model = {
    id: 'a/b',
    async *stream() {
      yield { type: 'text', text: 'Yes' };
      yield { type: 'finish', reason: 'stop', tokens, cost: 0.5, pricedOn: '2026-11-05', providerData: { signed: 1 } };
    },
  };
  await world.run([], { model });
  expect(messagesOf(world.entries.filter(isPathEntry)).at(-1)).toEqual({
    role: 'assistant',
    text: 'Yes',
    reasoning: '',
    toolCalls: [],
    providerData: { signed: 1 },
  });
  expect(world.entries.find(({ kind }) => kind === 'usage')).toMatchObject({ cost: 0.5, pricedOn: '2026-11-05' });
  expect(fold(usageFold, world.entries)).toEqual({
    ...tokens,
    calls: 1,
    cost: 0.5,
    unpriced: 0,
    pricedOn: '2026-11-05',
  });
});

test('a total names the newest table, and none where the provider told every price', () => {
  const usage = (cost: number, pricedOn?: string) => ({
    kind: 'usage' as const,
    model: 'm',
    tokens: { input: 1, output: 1, cacheRead: 0, cacheWrite: 0, reasoning: 0 },
    cost,
    ...(pricedOn === undefined ? {} : { pricedOn }),
    id: 'u',
    threadId: 't',
    seq: 1,
    at: 1,
    v: 1,
    targetId: 'x',
  });
  expect(fold(usageFold, [usage(1)])).not.toHaveProperty('pricedOn');
  expect(fold(usageFold, [usage(1, '2026-11-05'), usage(1), usage(1, '2026-01-01')]).pricedOn).toBe('2026-11-05');
});
