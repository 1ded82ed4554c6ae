import { expect, it } from 'vitest';
import { fieldOfFailure, requestOf } from './draft.ts';

it('asks only for what the person set', () => {
  const empty = { text: 'Do it', workspace: ' ', model: '', maxSteps: '' };
  const none = { model: undefined, todos: undefined, commands: undefined, maxSteps: undefined };
  expect(requestOf(empty, 'a')).toEqual({ agentId: 'a', text: 'Do it', workspace: undefined, overrides: none });
  const full = {
    ...empty,
    workspace: ' /w ',
    model: 'local/m',
    todos: false,
    commands: 'allow',
    maxSteps: '7',
  } as const;
  expect(requestOf(full, 'a')).toEqual({
    agentId: 'a',
    text: 'Do it',
    workspace: '/w',
    overrides: { model: 'local/m', todos: false, commands: 'allow', maxSteps: 7 },
  });
});

it('knows which field a failed start is about', () => {
  const codes = ['workspace_gone', 'bad_folder', 'model_unknown', 'no_model', 'disk_full'];
  expect(codes.map(fieldOfFailure)).toEqual(['workspace', 'workspace', 'model', 'model', undefined]);
});
