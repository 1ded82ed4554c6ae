import { expect, test } from 'vitest';
import { PLAIN_AGENT, type AgentRecord } from '../../../shared/run/agent.ts';
import { changedFields } from './agent-changes.ts';
import { agentFile, readAgentFile } from './agent-file.ts';

const agent: AgentRecord = {
  ...PLAIN_AGENT,
  id: 'x',
  version: 2,
  updatedAt: 5,
  name: 'Coder',
  model: 'local/qwen3',
  handoffs: ['y'],
  limits: { steps: 5, cost: 2 },
};

test('an agent comes back out of its file, without what only this home knows', () => {
  const { id: _, version: __, updatedAt: ___, ...settings } = agent;
  expect(readAgentFile(agentFile(agent))).toEqual({ ok: true, value: { ...settings, handoffs: [] } });
  expect(agentFile(agent)).not.toContain('"x"');
});

test.each([
  '',
  '{}',
  '[]',
  '{"format":"runlight-agent","version":2}',
  '{"format":"runlight-agent","version":1,"agent":{}}',
])('a file that is no agent is refused: %s', (text) => {
  expect(readAgentFile(text)).toMatchObject({ ok: false, error: { code: 'bad_file' } });
});

test('a version says what it changed', () => {
  expect(changedFields(undefined, agent)).toEqual(['created']);
  expect(changedFields(agent, { ...agent, model: 'm', limits: { steps: 1 } })).toEqual(['model', 'limits']);
  expect(changedFields(agent, { ...agent })).toEqual(['saved without a change']);
});
