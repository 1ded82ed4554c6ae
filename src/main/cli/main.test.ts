import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { main } from './main.ts';
import type { World } from './world.ts';

let said: string[];
let complaints: string[];
let started: (readonly string[])[];
beforeEach(() => {
  said = [];
  complaints = [];
  started = [];
});

const world: World = {
  version: '1.2.3',
  print: (line) => said.push(line),
  printError: (text) => complaints.push(text),
  start(args) {
    started.push(args);
    return Promise.resolve(7);
  },
  build: () => Promise.resolve(0),
  serve: () => ({ stop: () => undefined, ended: Promise.resolve(0) }),
};

test('without a command it starts Runlight, with the flags that it was given', async () => {
  expect([await main([], world), await main(['--home', 'x'], world), await main(['start', '--web'], world)]).toEqual([
    7, 7, 7,
  ]);
  expect(await main(['serve', '--port', '0'], world)).toBe(7);
  expect(started).toEqual([[], ['--home', 'x'], ['--web'], ['--web', '--no-open', '--port', '0']]);
});

test('help lists every command', async () => {
  expect(await main(['--help'], world)).toBe(0);
  expect(said.join('\n')).toMatch(/runlight serve [^]*runlight dev FILE\|FOLDER[^]*runlight export THREAD/);
  expect(await main(['--version'], world)).toBe(0);
  expect(said.at(-1)).toBe('1.2.3');
});

test.each([
  [['nonsense'], 'Runlight: there is no command "nonsense".'],
  [['constructor'], 'Runlight: there is no command "constructor".'],
  [['dev'], 'Runlight: Name one file or folder. Usage: runlight dev FILE|FOLDER'],
  [['dev', 'a', 'b'], 'Runlight: Name one file or folder.'],
  [
    ['dev', join(tmpdir(), 'runlight-not-there.ts')],
    `Runlight: There is no file or folder ${join(tmpdir(), 'runlight-not-there.ts')}.`,
  ],
  [['dev', '--nonsense'], "Runlight: Unknown option '--nonsense'."],
])('%j is refused with what to do', async (args, complaint) => {
  expect(await main(args, world)).toBe(2);
  expect(complaints.join('')).toContain(complaint);
});
