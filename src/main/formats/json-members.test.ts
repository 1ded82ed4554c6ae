import fc from 'fast-check';
import { expect, test } from 'vitest';
import { jsonMembers, type JsonPiece } from './json-members.ts';

const LIMITS = { length: 1000, depth: 50 };

async function piecesOf(text: string, size: number, limits = LIMITS): Promise<readonly JsonPiece[]> {
  async function* chunks(): AsyncGenerator<string> {
    for (let at = 0; at < text.length; at += size) yield text.slice(at, at + size);
  }
  const pieces: JsonPiece[] = [];
  for await (const piece of jsonMembers(chunks(), limits)) pieces.push(piece);
  return pieces;
}

test('any object comes apart into its members, however it is cut and laid out', async () => {
  const document = fc.dictionary(fc.string(), fc.oneof(fc.jsonValue(), fc.array(fc.jsonValue())));
  await fc.assert(
    fc.asyncProperty(
      document,
      fc.integer({ min: 1, max: 20 }),
      fc.constantFrom(0, 1, 4),
      async (value, size, indent) => {
        const expected = Object.entries(value).flatMap(([key, member]): readonly unknown[] =>
          Array.isArray(member) ? member.map((item, index) => [key, index, item]) : [[key, undefined, member]],
        );
        const pieces = await piecesOf(JSON.stringify(value, null, indent), size, { length: 1e6, depth: 50 });
        const found = pieces.map(({ key, index, text }) => [key, index, JSON.parse(text)]);
        expect(JSON.stringify(found)).toBe(JSON.stringify(expected));
      },
    ),
  );
});

test('each piece tells the line that it begins on', async () => {
  const text = '\n{\n"a": {\n"x": 1\n},\n"list": [\n1,\n\n[2,\n3]\n]\n}\n';
  const pieces = await piecesOf(text, 3);
  expect(pieces.map(({ key, index, line }) => [key, index, line])).toEqual([
    ['a', undefined, 3],
    ['list', 0, 7],
    ['list', 1, 9],
  ]);
});

test('a piece beyond the limits is refused before it is whole', async () => {
  await expect(piecesOf(`{"a":"${'x'.repeat(2000)}`, 100)).rejects.toThrow(
    'Line 1: it holds more than 1000 characters',
  );
  await expect(piecesOf(`{\n"a":${'['.repeat(3)}${'{"a":'.repeat(60)}`, 7)).rejects.toThrow(
    'Line 2: it is nested more than 50 levels deep',
  );
});

test.each(['{"a" 1}', '{"a":1 2}', '{"a":1,}', '{1:2}', '{"a":[1,]}', '{"a":[1 2]}', '{,}', '{"a":}', '{"a"}', '{'])(
  'no JSON: %s',
  async (text) => {
    await expect(piecesOf(text, 2).then((pieces) => pieces.map((piece) => JSON.parse(piece.text)))).rejects.toThrow();
  },
);
