import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, test } from 'playwright/test';
import { isStale } from '../scripts/start/parts.ts';

const root = resolve(import.meta.dirname, '..');
let home: string;

test.beforeAll(() => {
  // Building here would take away the files under the other tests.
  if (isStale(root, 'renderer')) throw new Error('The renderer is stale: run "npm run build"');
});
test.beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'runlight-start-'));
});
test.afterEach(() => rmSync(home, { recursive: true, force: true }));

/** `npm start` with these flags, on a machine without a display. */
function start(...flags: readonly string[]) {
  // Node itself has a word to say where both variables about colours are set.
  const { DISPLAY: _, WAYLAND_DISPLAY: __, NO_COLOR: ___, ...env } = process.env;
  const child = spawn(process.execPath, [join(root, 'scripts/start.mjs'), ...flags], { env });
  const lines: string[] = [];
  const address = new Promise<string>((resolve) => {
    for (const stream of [child.stdout, child.stderr]) {
      createInterface({ input: stream }).on('line', (line) => {
        lines.push(line);
        const url = /^Runlight is at (\S+)$/.exec(line)?.[1];
        if (url !== undefined) resolve(url);
      });
    }
  });
  const ended = once(child, 'close').then(([code]) => ({ code: code as number | null, lines }));
  return { child, address, ended, lines };
}

test('without a display it says so, and serves Runlight until it is asked to end', async () => {
  const { child, address, ended } = start('--home', home, '--port', '0');
  const url = await address;
  expect((await fetch(url, { redirect: 'manual' })).status).toBe(303);
  child.kill('SIGINT');
  expect(await ended).toEqual({
    code: 0,
    lines: [
      'There is no display here (neither DISPLAY nor WAYLAND_DISPLAY is set); Runlight opens in the browser instead.',
      `Runlight is at ${url}`,
    ],
  });
});

test('where Runlight is running already, a second start gives a link to it, and ends', async () => {
  const first = start('--web', '--home', home, '--port', '0');
  const url = await first.address;
  const second = await start('--web', '--no-open', '--home', home, '--port', '0').ended;
  expect(second).toEqual({ code: 0, lines: ['Runlight is running already.', `Runlight is at ${url}`] });
  expect((await fetch(url, { redirect: 'manual' })).status).toBe(303);
  // That link is used up: the next start has another one.
  const third = await start('--web', '--no-open', '--home', home).ended;
  expect(third.lines.at(-1)).not.toBe(second.lines.at(-1));
  first.child.kill('SIGTERM');
  expect((await first.ended).code).toBe(0);
});

test('it ends with the code of its host', async () => {
  const file = join(home, 'a-file');
  writeFileSync(file, '');
  const { code, lines } = await start('--web', '--no-open', '--home', file).ended;
  expect(code).toBe(3);
  expect(lines).toEqual([expect.stringMatching(/^Runlight: .*cannot.*--home\.$/)]);
});

test('flags that it does not know are refused, with those that it does', async () => {
  const { code, lines } = await start('--nonsense').ended;
  expect(code).toBe(2);
  expect(lines[0]).toBe("Runlight: Unknown option '--nonsense'.");
  expect(lines).toContainEqual(expect.stringContaining('--no-open'));
  expect(await start('--help').ended).toMatchObject({ code: 0 });
});
