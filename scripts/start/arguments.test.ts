import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { parseStartArguments, webFlags } from './arguments.ts';

const usual = { web: false, open: true, dev: false, help: false };

test('flags are read', () => {
  expect(parseStartArguments([])).toEqual({ ok: true, value: usual });
  expect(parseStartArguments(['--web', '--no-open', '--port', '0', '--home', 'x'])).toEqual({
    ok: true,
    value: { ...usual, web: true, open: false, port: 0, home: resolve('x') },
  });
  expect(parseStartArguments(['--dev', '--port=7000'])).toEqual({
    ok: true,
    value: { ...usual, dev: true, port: 7000 },
  });
});

test.each([
  [['--nonsense'], "Unknown option '--nonsense'"],
  [['extra'], "Unexpected argument 'extra'"],
  [['--port', 'x'], '--port needs a number from 0 to 65535, not "x"'],
  [['--port', '65536'], '--port needs a number from 0 to 65535, not "65536"'],
  [['--port'], "Option '--port <value>' argument missing"],
  [['--home', ''], '--home needs a folder'],
])('%j is refused', (args, error) => {
  expect(parseStartArguments(args)).toEqual({ ok: false, error });
});

test('the web host gets what is for it', () => {
  expect(webFlags({ ...usual, port: 0, home: '/h' })).toEqual(['--home', '/h', '--port', '0']);
  expect(webFlags(usual)).toEqual([]);
});
