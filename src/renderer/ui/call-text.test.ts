import { expect, test } from 'vitest';
import { commandOf } from './call-text.ts';

test('a command is read only where there is one', () => {
  expect(commandOf('run_command', '{"command":"ls\\npwd"}')).toBe('ls\npwd');
  expect(commandOf('run_command', '{"command":1}')).toBeUndefined();
  expect(commandOf('read_file', '{"command":"ls"}')).toBeUndefined();
});
