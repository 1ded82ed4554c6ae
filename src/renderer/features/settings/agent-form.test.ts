import { expect, test } from 'vitest';
import { PLAIN_AGENT, type AgentRecord } from '../../../shared/run/agent.ts';
import { agentFormOf, copyOf, NEW_AGENT, readForm } from './agent-form.ts';

const agent: AgentRecord = {
  ...PLAIN_AGENT,
  id: 'x',
  version: 3,
  updatedAt: 1,
  name: 'Coder',
  model: 'local/qwen3',
  instructions: 'Work.',
  reasoning: 'high',
  tools: ['list_files', 'read_file', 'edit_file', 'run_command'],
  approvals: {
    list_files: 'always',
    read_file: 'always',
    edit_file: 'ask',
    run_command: 'ask',
    search_files: 'never',
    write_file: 'never',
  },
  commandRules: [{ pattern: 'npm test*', decision: 'always' }],
  workspace: '/home/me/app',
  todos: 'list',
  approvalLimit: { minutes: 30, decision: 'rejected' },
  limits: { steps: 50, cost: 1.5 },
  answer: { type: 'object' },
  handoffs: ['y'],
};

test('an agent comes out of its form as it went in', () => {
  const { id: _, version: __, updatedAt: ___, ...settings } = agent;
  expect(readForm(agentFormOf(agent))).toEqual({ settings, errors: {} });
});

test('a new agent needs no more than a name', () => {
  expect(readForm(NEW_AGENT).errors).toEqual({ name: 'Give the agent a name' });
  expect(readForm({ ...NEW_AGENT, name: 'A' }).errors).toEqual({});
});

test('a copy is a new agent under a name that is free', () => {
  expect(copyOf(agent, ['Coder'])).toMatchObject({ id: undefined, name: 'Coder copy', model: 'local/qwen3' });
  expect(copyOf(agent, ['Coder', 'Coder copy']).name).toBe('Coder copy 2');
});

test.each([
  [{ limits: { ...NEW_AGENT.limits, steps: '' } }, 'steps'],
  [{ limits: { ...NEW_AGENT.limits, steps: '1.5' } }, 'steps'],
  [{ limits: { ...NEW_AGENT.limits, minutes: '0' } }, 'minutes'],
  [{ limits: { ...NEW_AGENT.limits, cost: 'much' } }, 'cost'],
  [{ rules: 'always npm test\nsometimes rm' }, 'rules'],
  [{ rules: 'never' }, 'rules'],
  [{ approvalLimit: { decision: 'approved' as const, minutes: '' } }, 'approvalLimit'],
  [{ approvalLimit: { decision: 'rejected' as const, minutes: '0' } }, 'approvalLimit'],
  [{ answer: '[1]' }, 'answer'],
  [{ answer: '{"type":' }, 'answer'],
])('%j is refused', (part, field) => {
  const { settings, errors } = readForm({ ...NEW_AGENT, name: 'A', ...part });
  expect(settings).toBeUndefined();
  expect(Object.keys(errors)).toEqual([field]);
});
