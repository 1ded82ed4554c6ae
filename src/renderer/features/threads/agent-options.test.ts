import { expect, it } from 'vitest';
import { agentOptions } from './agent-options.ts';

it('offers agents that are set up, and those that only threads know', () => {
  const threads = [{ agentId: 'demo', agent: 'Demo' }, { agentId: 'a', agent: 'Old name' }, {}];
  expect(agentOptions([{ id: 'a', name: 'Coder' }], threads)).toEqual([
    { value: 'a', label: 'Coder' },
    { value: 'demo', label: 'Demo' },
  ]);
});
