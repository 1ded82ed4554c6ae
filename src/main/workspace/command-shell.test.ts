import { expect, test } from 'vitest';
import { commandShell } from './command-shell.ts';

test.each([
  ['npm test', '"npm test"'],
  ['npx.cmd tsc -p "a b"', '"npx.cmd tsc -p "a b""'],
  ['"C:\\Program Files\\x.bat" 100%', '""C:\\Program Files\\x.bat" 100%"'],
])('Windows gets %s between quotes that cmd.exe takes off', (command, quoted) => {
  expect(commandShell(command, { platform: 'win32', comSpec: 'C:\\Windows\\cmd.exe' })).toEqual({
    file: 'C:\\Windows\\cmd.exe',
    args: ['/d', '/s', '/c', quoted],
    windowsVerbatimArguments: true,
  });
});

test('elsewhere the command is an argument of its own, for bash where there is one', () => {
  const args = ['-c', expect.stringContaining('"$0" -c "$1"')];
  expect(commandShell('a "b" $c', { platform: 'linux', bash: '/bin/bash' })).toEqual({
    file: '/bin/sh',
    args: [...args, '/bin/bash', 'a "b" $c'],
    detached: true,
  });
  expect(commandShell('a', { platform: 'darwin' })).toMatchObject({ args: [...args, '/bin/sh', 'a'] });
});
