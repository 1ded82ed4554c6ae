import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Message } from '../../shared/thread/message.ts';
import { hashInSlices, hashOf, requestText } from './request-body.ts';

test('a hash is the same whether it is made at once or in slices', async () => {
  const message = fc.oneof(
    fc.string().map((content): Message => ({ role: 'user', content })),
    fc
      .string()
      .map(
        (text): Message => ({ role: 'assistant', text, reasoning: '', toolCalls: [], providerData: { b: 1, a: text } }),
      ),
  );
  const body = fc.record({
    instructions: fc.oneof(fc.string(), fc.constant('"messages":[]')),
    messages: fc
      .array(message, { maxLength: 5 })
      .chain((some) => fc.constantFrom(some, Array.from({ length: 120 }, () => some).flat())),
    tools: fc.constantFrom([], [{ name: '"messages":[]', description: '', parameters: {} }]),
    reasoning: fc.constantFrom(undefined, 'high' as const),
  });
  await fc.assert(
    fc.asyncProperty(body, async ({ reasoning, ...request }) => {
      const sent = reasoning === undefined ? request : { ...request, reasoning };
      expect(await hashInSlices(sent)).toBe(hashOf(requestText(sent)));
    }),
  );
});
