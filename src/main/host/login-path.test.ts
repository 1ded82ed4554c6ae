import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { loginPath, type LoginShell } from './login-path.ts';

let folder: string;
let logged: unknown[];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'runlight-shell-'));
  logged = [];
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** A shell whose start-up files do this before it runs what it is given. */
function shell(startUp: string): string {
  const file = join(folder, 'shell');
  writeFileSync(file, `#!/bin/sh\n[ "$1" = -ilc ] || exit 9\n${startUp}\neval "$2"\n`);
  chmodSync(file, 0o755);
  return file;
}

function ask(SHELL: string | undefined, more: Partial<LoginShell> = {}): Promise<readonly string[]> {
  const log = (...line: readonly unknown[]): void => void logged.push(line);
  return loginPath({ platform: 'linux', env: { SHELL, PATH: '/usr/bin:/bin' }, isTty: false, log, ...more });
}

test('it is what the shell says after its start-up files, whatever they print', async () => {
  expect(await ask(shell('echo Welcome; PATH=/own/bin:$PATH; export PATH'))).toEqual(['/own/bin', '/usr/bin', '/bin']);
  expect(logged).toEqual([]);
});

test('who started it in a terminal, and Windows, have it already', async () => {
  const SHELL = shell('PATH=/own/bin:$PATH');
  expect(await ask(SHELL, { isTty: true })).toEqual([]);
  expect(await ask(SHELL, { env: { SHELL, TERM: 'xterm' } })).toEqual([]);
  expect(await ask(SHELL, { platform: 'win32' })).toEqual([]);
  expect(await ask(undefined)).toEqual([]);
  expect(logged).toEqual([]);
});

test.each([
  ['a shell that is not there', () => join(folder, 'missing'), /ENOENT/],
  ['a shell that fails', () => shell('exit 7'), /ended with 7/],
  ['a shell that hangs', () => shell('sleep 60'), /no answer within 200 ms/],
])('%s is logged and harmless', async (_name, make, why) => {
  const SHELL = make();
  expect(await ask(SHELL, { timeoutMs: 200 })).toEqual([]);
  const fields = { shell: SHELL, why: expect.stringMatching(why) };
  expect(logged).toEqual([['warn', "the login shell's PATH is not known", fields]]);
});
