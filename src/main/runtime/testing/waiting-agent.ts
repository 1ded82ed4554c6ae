import { z } from 'zod';
import { defineTool } from '../../agent/tool.ts';
import type { ScriptedStep } from '../../models/scenario.ts';
import { scriptedModel } from '../../models/scripted.ts';
import { Agent } from '../agent.ts';

const steps: readonly ScriptedStep[] = [
  {
    calls: [
      { name: 'deploy', arguments: { to: 'test' } },
      { name: 'write_todos', arguments: { todos: [{ id: 'a', content: 'Deploy', status: 'in_progress' }] } },
      { name: 'deploy', arguments: { to: 'live' } },
    ],
  },
  ({ messages }) => ({ text: messages.flatMap((one) => (one.role === 'tool' ? [one.content] : [])).join(' | ') }),
];

export const waitingModel = scriptedModel({ id: 'scripted/test', scenario: { steps } });

/** An agent that asks about two calls at once, and plans between them. */
export function waitingAgent(deployed: (to: string) => void): Agent {
  const deploy = defineTool<{ to: string }>({
    name: 'deploy',
    description: '',
    input: z.strictObject({ to: z.string() }),
    concurrency: 'exclusive',
    needsApproval: () => true,
    async execute({ to }) {
      deployed(to);
      return { content: `deployed to ${to}` };
    },
  });
  return new Agent({ name: 'd', model: 'scripted/test', tools: [deploy], todos: true });
}
