import { expect, test } from 'vitest';
import { CommandOutput } from './command-output.ts';

function outputOf(...pieces: readonly string[]): string {
  const output = new CommandOutput();
  for (const piece of pieces) output.push(piece);
  return output.text();
}

test('what fits is kept as it is, without colours and with plain line endings', () => {
  expect(outputOf('a\r\n', '\u001b[31m', 'red\u001b[0m\n', 'b')).toBe('a\nred\nb');
});

test('of a long output beginning and end are kept, and the bytes between are counted', () => {
  const middle = 'ü'.repeat(1000);
  const text = `${'a'.repeat(16_000)}${middle}${'z'.repeat(32_000)}`;
  const expected = `${'a'.repeat(16_000)}\n… 2,000 bytes left out …\n${'z'.repeat(32_000)}`;
  expect(outputOf(text)).toBe(expected);
  expect(outputOf(...(text.match(/[^]{1,777}/g) ?? []))).toBe(expected);
});

test('no character is cut in two', () => {
  const text = outputOf(`a${'😀'.repeat(40_000)}`);
  expect(text.isWellFormed()).toBe(true);
  expect(text).toContain('\n… 64,004 bytes left out …\n');
});
