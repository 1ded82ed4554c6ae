import { z } from 'zod';
import type { ResolvedAgent } from './agent.ts';
import { defineTool, toolError, type AnyTool } from './tool.ts';

/** One tool for each agent that a run may hand over to. `take` is called with the one that is to go on. */
export function transferTools(
  targets: readonly ResolvedAgent[],
  take: (target: ResolvedAgent) => boolean,
): readonly AnyTool[] {
  return targets.map((target) => {
    const { name, instructions } = target.snapshot;
    const purpose = instructions.trim().split('\n', 1)[0] ?? '';
    return defineTool({
      name: `transfer_to_${slugOf(name)}`,
      description: `Hands the conversation over to the agent “${name}”, who goes on from here with everything that was said. ${purpose}`,
      input: z.strictObject({ reason: z.string().optional().describe('Why, in a few words') }),
      concurrency: 'exclusive',
      async execute() {
        if (!take(target)) return toolError('The conversation is being handed over to another agent already.');
        return { content: `Handed over to “${name}”. You are “${name}” now: go on from here.` };
      },
    });
  });
}

/** Tool names may hold letters, digits, _ and - alone. */
function slugOf(name: string): string {
  const slug = name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '_')
    .replaceAll(/^_|_$/g, '');
  return slug === '' ? 'agent' : slug.slice(0, 40);
}
