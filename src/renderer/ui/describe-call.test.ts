import { expect, test } from 'vitest';
import { describeCall } from './describe-call.ts';

test.each([
  ['read_file', '{"path":"src/price.js"}', { icon: 'read', verb: 'Read', target: 'src/price.js', detail: undefined }],
  ['read_file', '{"path":"a","from":3,"to":9}', { icon: 'read', verb: 'Read', target: 'a', detail: 'lines 3–9' }],
  ['run_command', '{"command":"node\\n check.mjs"}', { icon: 'command', verb: 'Run', target: 'node check.mjs' }],
  ['search', '{"pattern":"x","path":"src"}', { icon: 'search', verb: 'Search', target: 'x', detail: 'in src' }],
  ['write_todos', '{"todos":[]}', { icon: 'todos', verb: 'Update the plan' }],
  ['todo', '{"op":"done","task":"Read it"}', { icon: 'todos', verb: 'Complete', target: 'Read it' }],
  ['todo', '{"op":"init","li', { icon: 'todos', verb: 'Write the plan', target: undefined }],
  ['todo', '{"op":{"task":[', { icon: 'todos', verb: 'Update the plan', target: undefined }],
  ['todo', '[1]', { icon: 'todos', verb: 'Update the plan', target: undefined }],
  ['fetch_page', '{"deep":true,"url":"https://e.org"}', { icon: 'tool', verb: 'fetch_page', target: 'https://e.org' }],
  ['\u202efetch', '{}', { icon: 'tool', verb: '<U+202E>fetch', target: undefined }],
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
