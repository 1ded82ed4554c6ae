import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Message } from '../thread/message.ts';
import { parseTodos, type TodoItem, todosIn, WRITE_TODOS } from './list.ts';

const LONG = process.env.RUNLIGHT_LONG !== undefined;

/** How a call ended: `lost` is one that nothing answered, `unreadable` one whose arguments are cut off. */
const outcome = fc.constantFrom('ok', 'ok', 'failed', 'lost', 'unreadable', 'invalid');
const call = fc.record({ name: fc.constantFrom(WRITE_TODOS, 'other'), outcome });
/** The calls of a step, and whether their results came the other way round. */
const step = fc.record({ calls: fc.array(call, { maxLength: 3 }), reversed: fc.boolean(), talk: fc.boolean() });

type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

function listOf(n: number): readonly TodoItem[] {
  return [{ id: `t${n}`, content: `Item ${n}`, status: 'pending' }];
}

/** The messages of these steps, whose ids are used again in every step, and the list that they come to. */
function play(steps: readonly Step[]): { readonly messages: readonly Message[]; readonly list: unknown } {
  const messages: Message[] = [];
  let list: readonly TodoItem[] | undefined;
  let count = 0;
  for (const { calls, reversed, talk } of steps) {
    const made = calls.map((one, index) => ({ ...one, id: `call-${index}`, todos: listOf((count += 1)) }));
    const toolCalls = made.map(({ id, name, todos, outcome: how }) => {
      const text = JSON.stringify({ todos: how === 'invalid' ? [...todos, ...todos] : todos });
      return { id, name, arguments: how === 'unreadable' ? text.slice(0, -1) : text };
    });
    messages.push({ role: 'assistant', text: '', reasoning: '', toolCalls });
    const results = made.flatMap(({ id, name, outcome: how }): readonly Message[] => {
      if (how === 'lost') return [];
      return [{ role: 'tool', toolCallId: id, toolName: name, content: '', isError: how === 'failed' }];
    });
    messages.push(...(reversed ? results.toReversed() : results));
    if (talk) messages.push({ role: 'user', content: 'Go on' });
    list = made.findLast(({ name, outcome: how }) => name === WRITE_TODOS && how === 'ok')?.todos ?? list;
  }
  return { messages, list };
}

test('the list is what the last successful call wrote, after any mix of failed, lost, parallel and reused ones', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
      const { messages, list } = play(steps);
      expect(todosIn(messages)).toEqual(list);
    }),
    { numRuns: LONG ? 50_000 : 1000 },
  );
});

test('what is taken as a list keeps every rule, and is taken again unchanged', () => {
  const text = fc.constantFrom('a', 'b', 'c', ' ', '');
  const status = fc.constantFrom('pending', 'in_progress', 'completed', 'done');
  const item = fc.record({ id: text, content: text, status }, { requiredKeys: ['id'] });
  fc.assert(
    fc.property(fc.oneof(fc.array(item, { maxLength: 5 }), fc.anything()), (value) => {
      const parsed = parseTodos(value);
      if (!parsed.ok) {
        expect(parsed.error).not.toBe('');
        return;
      }
      const items = parsed.value;
      expect(new Set(items.map(({ id }) => id)).size).toBe(items.length);
      expect(items.filter((one) => one.status === 'in_progress').length).toBeLessThanOrEqual(1);
      expect(items.every(({ id, content }) => id.trim() !== '' && content.trim() !== '')).toBe(true);
      expect(parseTodos(items)).toEqual(parsed);
    }),
    { numRuns: LONG ? 50_000 : 1000 },
  );
});
