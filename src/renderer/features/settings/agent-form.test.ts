import { expect, it } from 'vitest';
import { AgentSettings } from '../../../shared/run/agent.ts';
import { agentFormOf, agentOf, copyOf, NEW_AGENT } from './agent-form.ts';

const AGENT = {
  id: 'x',
  name: 'Coder',
  model: 'local/qwen3',
  instructions: 'Work.',
  files: true,
  todos: 'list',
  commands: 'ask',
  maxSteps: 50,
  updatedAt: 1,
} as const;

it('saves what it was given', () => {
  expect({ ...agentOf(agentFormOf(AGENT)), updatedAt: 1 }).toEqual(AGENT);
});

it('copies under a name that is free', () => {
  expect(copyOf(AGENT, ['Coder'])).toMatchObject({ id: undefined, name: 'Coder copy', model: 'local/qwen3' });
  expect(copyOf(AGENT, ['Coder', 'Coder copy', 'Coder copy 2']).name).toBe('Coder copy 3');
});

it('says what is wrong with a limit that is none', () => {
  for (const maxSteps of ['', 'many', '1.5']) {
    const parsed = AgentSettings.safeParse(agentOf({ ...NEW_AGENT, name: 'A', maxSteps }));
    expect(parsed.error?.issues.map(({ message }) => message)).toEqual(['Enter a whole number']);
  }
});
