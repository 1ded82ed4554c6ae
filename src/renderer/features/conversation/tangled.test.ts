import { expect, test } from 'vitest';
import { isTangled } from './tangled.ts';

test.each(['[', ']', '*a', '_a ', '[a](', '**', '<b>', '>', '> - ', '1. > '])(
  '%j without end is not parsed',
  (part) => {
    expect(isTangled(`Well:\n${part.repeat(2500)}`)).toBe(true);
  },
);

test('what people and models write is parsed', () => {
  const row = `| **a** | [b](https://example.com) | \`c_d\` |\n`;
  for (const text of [
    '',
    row.repeat(200),
    '-'.repeat(5000),
    'x < y\n'.repeat(400),
    '> > > deep',
    '- [ ] item\n'.repeat(900),
  ])
    expect(isTangled(text)).toBe(false);
});
