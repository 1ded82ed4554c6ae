import { open } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type LineRange, readLinesOf } from './read-lines.ts';
import { tempWorkspace } from './testing/temp-workspace.ts';

const ALL: LineRange = { offset: 1, limit: 10_000 };

async function readLines(content: string | Uint8Array, range = ALL) {
  const { root } = await tempWorkspace({ f: content });
  await using handle = await open(join(root, 'f'));
  return await readLinesOf(handle, range);
}

const TEXT = { kind: 'text', first: 1, endings: 'lf', byteOrderMark: false, endsWithNewline: true };

test.each([
  ['', { ...TEXT, lines: [], total: 0, bytes: 0 }],
  ['a\nb\n', { ...TEXT, lines: ['a', 'b'], total: 2, bytes: 4 }],
  ['a\n\nb', { ...TEXT, lines: ['a', '', 'b'], total: 3, bytes: 4, endsWithNewline: false }],
  ['a\r\nb\r\n', { ...TEXT, lines: ['a', 'b'], total: 2, bytes: 6, endings: 'crlf' }],
  ['a\r\nb\n', { ...TEXT, lines: ['a', 'b'], total: 2, bytes: 5, endings: 'mixed' }],
  ['a\rb', { ...TEXT, lines: ['a\rb'], total: 1, bytes: 3, endsWithNewline: false }],
  ['\uFEFFa\n', { ...TEXT, lines: ['a'], total: 1, bytes: 5, byteOrderMark: true }],
])('%j is read as what it is', async (content, expected) => {
  expect(await readLines(content)).toEqual(expected);
});

test.each([
  ['NUL bytes', Uint8Array.of(0x61, 0, 0x62), 3],
  ['no UTF-8', Uint8Array.of(0x61, 0xff), 2],
  ['a character cut at the end', Uint8Array.of(0x61, 0xe2, 0x82), 3],
  ['NUL bytes late in the file', Buffer.concat([Buffer.alloc(100_000, 'a\n'), Buffer.of(0)]), 100_001],
])('a file with %s is binary', async (_, content, bytes) => {
  expect(await readLines(content)).toEqual({ kind: 'binary', bytes });
});

test('characters and line endings on the seams between pieces stay whole', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 65_530, max: 65_540 }),
      fc.constantFrom('€', '😀', '\r\n', 'é'),
      async (at, seam) => {
        const lines = ['a'.repeat(1000), ...Array<string>(64).fill('b'.repeat(1000))];
        const filler = lines.join('\n').slice(0, at);
        const content = `${filler}${seam}end`;
        const read = await readLines(content);
        const expected = content.split(/\r?\n/);
        expect(read).toMatchObject({ total: expected.length, endsWithNewline: false });
        expect(read?.kind === 'text' && read.lines.slice(-2)).toEqual(
          expected.slice(0, read?.kind === 'text' ? read.lines.length : 0).slice(-2),
        );
      },
    ),
    { numRuns: 20 },
  );
});

const NUMBERED = Array.from({ length: 5000 }, (_, index) => `line ${index + 1}\n`).join('');

test.each([
  [{ offset: 1, limit: 2 }, ['line 1', 'line 2']],
  [{ offset: 4999, limit: 10 }, ['line 4999', 'line 5000']],
  [{ offset: 5001, limit: 10 }, []],
])('%j of 5,000 lines', async (range, lines) => {
  expect(await readLines(NUMBERED, range)).toMatchObject({ lines, first: range.offset, total: 5000 });
});

test('a long line is cut, never in the middle of a character', async () => {
  const read = await readLines(`${'a'.repeat(1999)}😀${'b'.repeat(100_000)}\nshort\n`);
  expect(read).toMatchObject({
    lines: [`${'a'.repeat(1999)}… [cut: the line has 102,001 characters]`, 'short'],
    total: 2,
  });
});

test('no more is shown than fits, and the rest is counted', async () => {
  const read = await readLines(`${'x'.repeat(1500)}\n`.repeat(100));
  expect(read).toMatchObject({ total: 100 });
  expect(read?.kind === 'text' && read.lines.length).toBe(39);
});
