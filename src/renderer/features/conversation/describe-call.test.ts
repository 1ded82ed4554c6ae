import { expect, test } from 'vitest';
import { commandOf, describeCall, prettyArguments } from './describe-call.ts';

test.each([
  ['read_file', '{"path":"src/price.js"}', { icon: 'read', verb: 'Read', target: 'src/price.js', detail: undefined }],
  ['read_file', '{"path":"a","from":3,"to":9}', { icon: 'read', verb: 'Read', target: 'a', detail: 'lines 3–9' }],
  ['run_command', '{"command":"node\\n check.mjs"}', { icon: 'command', verb: 'Run', target: 'node check.mjs' }],
  ['search', '{"pattern":"x","path":"src"}', { icon: 'search', verb: 'Search', target: 'x', detail: 'in src' }],
  ['write_todos', '{"todos":[]}', { icon: 'todos', verb: 'Update the plan' }],
  ['fetch_page', '{"deep":true,"url":"https://e.org"}', { icon: 'tool', verb: 'fetch_page', target: 'https://e.org' }],
  ['toString', 'no JSON', { icon: 'tool', verb: 'toString', target: undefined }],
])('%s %s', (name, text, title) => {
  expect(describeCall(name, text)).toEqual(title);
});

test('arguments in the making tell what is whole of them', () => {
  expect(describeCall('write_file', '{"path": "a \\"b\\".ts", "content": "const')).toEqual({
    icon: 'write',
    verb: 'Write',
    target: 'a "b".ts',
  });
  expect(describeCall('write_file', '{"pa').target).toBeUndefined();
});

test('arguments that are no JSON stay as they are', () => {
  expect(prettyArguments('{"a":[1]}')).toBe('{\n  "a": [\n    1\n  ]\n}');
  expect(prettyArguments('{"a":')).toBe('{"a":');
});

test('a command is read only where there is one', () => {
  expect(commandOf('run_command', '{"command":"ls\\npwd"}')).toBe('ls\npwd');
  expect(commandOf('run_command', '{"command":1}')).toBeUndefined();
  expect(commandOf('read_file', '{"command":"ls"}')).toBeUndefined();
});
