import { expect, test } from 'vitest';
import { commandIn, isTypingCommand } from './command.ts';

test.each([
  ['/compact', { name: 'compact' }],
  ['  /compact  ', { name: 'compact' }],
  ['/compact keep the\nAPI decisions ', { name: 'compact', instruction: 'keep the\nAPI decisions' }],
  ['/compacted', undefined],
  ['/etc/hosts is wrong', undefined],
  ['run /compact', undefined],
])('%j', (text, command) => {
  expect(commandIn(text)).toEqual(command);
});

test.each([
  ['/', true],
  ['/com', true],
  ['/compact keep', true],
  ['/e', false],
  ['', false],
])('%j is typing one: %s', (text, typing) => {
  expect(isTypingCommand(text)).toBe(typing);
});
