import { expect, test } from 'vitest';
import { runsWhenOpened } from './runs-when-opened.ts';

test.each([
  ['src/app.ts', 0o644, 'linux', false],
  ['run', 0o755, 'linux', true],
  ['a.desktop', 0o644, 'linux', true],
  ['notes.md', 0o600, 'darwin', false],
  ['x.COMMAND', 0o644, 'darwin', true],
  ['tool', 0o755, 'darwin', true],
  ['price.js', 0o666, 'win32', true],
  ['price.js', 0o644, 'linux', false],
  ['setup.exe', 0o666, 'win32', true],
  ['a.txt', 0o777, 'win32', false],
] as const)('%s of mode %i on %s: %s', (path, mode, platform, runs) => {
  expect(runsWhenOpened(path, mode, platform)).toBe(runs);
});
