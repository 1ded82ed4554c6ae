import { describe, expect, it, test } from 'vitest';
import { readSchema } from './answer.ts';
import { createWorld, told } from './testing/world.ts';

const schema = {
  type: 'object',
  properties: { ok: { type: 'boolean' }, notes: { type: 'array', items: { type: 'string' } } },
  required: ['ok'],
  additionalProperties: false,
} as const;
const answer = JSON.parse(JSON.stringify(schema)) as Record<string, never>;

describe('an answer that should have a form', () => {
  it('is told to the model, read, and given back', async () => {
    const world = createWorld();
    const result = await world.run([{ text: '```json\n{"ok": true, "notes": ["a"]}\n```' }], { answer });
    expect(result).toEqual({ outcome: { status: 'finished' }, todos: undefined, answer: { ok: true, notes: ['a'] } });
    expect(world.requests[0]?.instructions).toContain(JSON.stringify(schema));
  });

  it('may be corrected once', async () => {
    const world = createWorld();
    const result = await world.run([{ text: 'All is well.' }, { text: '{"ok": true}' }], { answer });
    expect(result.answer).toEqual({ ok: true });
    expect(told(world)).toEqual([
      'user Go',
      'assistant All is well.',
      'usage',
      'user Your answer does not have the form that was asked for: it is not JSON. Answer again, with the JSON value alone.',
      'assistant {"ok": true}',
      'usage',
    ]);
  });

  it('fails the run when the correction is wrong too', async () => {
    const { outcome } = await createWorld().run([{ text: '{}' }, { text: '{"ok": 1}' }], { answer });
    expect(outcome).toMatchObject({ status: 'failed', error: { code: 'answer_invalid' } });
  });
});

test('a schema that cannot be read is refused', () => {
  expect(readSchema(schema).ok).toBe(true);
  expect(readSchema({ type: 'object', properties: { a: { $ref: 'http://elsewhere/x' } } })).toMatchObject({
    ok: false,
    error: { code: 'bad_schema' },
  });
});
