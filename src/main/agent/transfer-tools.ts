import { z } from 'zod';
import type { ResolvedAgent } from './agent.ts';
import { purposeOf, type NamedAgent } from './named-agents.ts';
import { defineTool, toolError, type AnyTool } from './tool.ts';

/** One tool for each agent that a run may hand over to. `take` is called with the one that is to go on. */
export function transferTools(
  targets: readonly NamedAgent[],
  take: (target: ResolvedAgent) => boolean,
): readonly AnyTool[] {
  return targets.map(({ toolName, agent }) => {
    const { name } = agent.snapshot;
    return defineTool({
      name: toolName,
      description: `Hands the conversation over to the agent “${name}”, who goes on from here with everything that was said. ${purposeOf(agent)}`,
      input: z.strictObject({ reason: z.string().optional().describe('Why, in a few words') }),
      concurrency: 'exclusive',
      async execute() {
        if (!take(agent)) return toolError('The conversation is being handed over to another agent already.');
        return { content: `Handed over to “${name}”. You are “${name}” now: go on from here.` };
      },
    });
  });
}
