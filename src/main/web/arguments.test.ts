import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { parseWebArguments } from './arguments.ts';

test('flags are read', () => {
  expect(parseWebArguments([])).toEqual({ ok: true, value: {} });
  const given = ['--home', 'h', '--port', '0', '--renderer', 'r', '--dev-server', 'http://127.0.0.1:5273'];
  expect(parseWebArguments(given)).toEqual({
    ok: true,
    value: { home: 'h', port: 0, renderer: resolve('r'), devServer: 'http://127.0.0.1:5273' },
  });
});

test.each([[['--nonsense']], [['extra']], [['--port']], [['--port', 'x']], [['--port', '-1']], [['--port', '65536']]])(
  '%j is refused',
  (args) => {
    expect(parseWebArguments(args)).toMatchObject({
      ok: false,
      error: { code: 'bad_arguments', hint: expect.stringContaining('--port N') },
    });
  },
);
