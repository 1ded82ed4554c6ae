import { expect, test } from 'vitest';
import { commandIn, commandNote } from './commands.ts';

test.each([
  ['/compact', { name: 'compact' }],
  ['  /compact  ', { name: 'compact' }],
  ['/compact keep the\nAPI decisions ', { name: 'compact', instruction: 'keep the\nAPI decisions' }],
  ['/todo', { name: 'todo', line: '/todo' }],
  [' /todo done it ', { name: 'todo', line: '/todo done it' }],
  ['/model', { name: 'model' }],
  ['/model local/qwen3 ', { name: 'model', query: 'local/qwen3' }],
  ['/export', { name: 'export' }],
  ['/export thread as JSON', { name: 'export', what: 'thread as JSON' }],
  ['/models', undefined],
  ['/compacted', undefined],
  ['/todos', undefined],
  ['/etc/hosts is wrong', undefined],
  ['run /compact', undefined],
])('%j', (text, command) => {
  expect(commandIn(text)).toEqual(command);
});

test('a command is explained while it is typed', () => {
  expect(commandNote('/todo st')).toContain('/todo shows the list');
  expect(commandNote('/compact keep')).toContain('/compact summarises the older part');
  expect(commandNote('/e')).toBeUndefined();
});
