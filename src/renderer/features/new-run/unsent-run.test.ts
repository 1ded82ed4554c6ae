import { expect, it } from 'vitest';
import { PLAIN_AGENT, type AgentRecord } from '../../../shared/run/agent.ts';
import { EMPTY_RUN, fieldOfFailure, parseUnsentRun, requestOf } from './unsent-run.ts';

const agent: AgentRecord = {
  ...PLAIN_AGENT,
  id: 'a',
  version: 1,
  updatedAt: 1,
  name: 'A',
  model: '',
  approvals: { edit_file: 'ask' },
  limits: { steps: 50, cost: 2 },
};

it('asks only for what the person set', () => {
  const empty = { ...EMPTY_RUN, text: 'Do it', workspace: ' ', workspaceMode: 'copy' } as const;
  const none = {
    model: undefined,
    todos: undefined,
    reasoning: undefined,
    approvals: undefined,
    limits: undefined,
    approvalLimit: undefined,
  };
  expect(requestOf(empty, agent)).toEqual({
    agentId: 'a',
    text: 'Do it',
    workspace: undefined,
    workspaceMode: undefined,
    saveHistory: true,
    overrides: none,
  });
  const full = {
    ...empty,
    workspace: ' /w ',
    model: 'local/m',
    todos: false,
    reasoning: 'high',
    commands: 'always',
    approvalLimit: { decision: 'wait', minutes: '5' },
    maxSteps: '7',
    unsaved: true,
  } as const;
  expect(requestOf(full, agent)).toEqual({
    agentId: 'a',
    text: 'Do it',
    workspace: '/w',
    workspaceMode: 'copy',
    saveHistory: false,
    overrides: {
      model: 'local/m',
      todos: false,
      reasoning: 'high',
      approvals: { edit_file: 'ask', run_command: 'always' },
      approvalLimit: null,
      limits: { steps: 7, cost: 2 },
    },
  });
});

it('knows which field a failed start is about', () => {
  const codes = ['workspace_gone', 'bad_folder', 'model_unknown', 'no_model', 'disk_full'];
  expect(codes.map(fieldOfFailure)).toEqual(['workspace', 'workspace', 'model', 'model', undefined]);
});

it('works in the folder of the agent when the person names none', () => {
  const request = requestOf({ ...EMPTY_RUN, text: 'x' }, { ...agent, workspace: '/home/me/app' });
  expect(request.workspace).toBe('/home/me/app');
});

it('reads what was kept, and takes what no longer fits for nothing', () => {
  const kept = { ...EMPTY_RUN, text: 'Do', todos: 'list', maxSteps: '5' } as const;
  expect(parseUnsentRun(JSON.stringify(kept))).toEqual(kept);
  expect(parseUnsentRun('{"text":"Do"}')).toEqual({ ...EMPTY_RUN, text: 'Do' });
  expect(['', '{', '[]', '{"text":1}'].map(parseUnsentRun)).toEqual([EMPTY_RUN, EMPTY_RUN, EMPTY_RUN, EMPTY_RUN]);
});
