import { expect, test } from 'vitest';
import { commandOf, prettyArguments } from './call-text.ts';

test('arguments that are no JSON stay as they are', () => {
  expect(prettyArguments('{"a":[1]}')).toBe('{\n  "a": [\n    1\n  ]\n}');
  expect(prettyArguments('{"a":')).toBe('{"a":');
});

test('a command is read only where there is one', () => {
  expect(commandOf('run_command', '{"command":"ls\\npwd"}')).toBe('ls\npwd');
  expect(commandOf('run_command', '{"command":1}')).toBeUndefined();
  expect(commandOf('read_file', '{"command":"ls"}')).toBeUndefined();
});
