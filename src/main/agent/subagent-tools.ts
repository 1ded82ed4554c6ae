import { z } from 'zod';
import { assertNever } from '../../shared/lib/assert.ts';
import type { Limits } from '../../shared/run/agent.ts';
import type { AgentReport, LoopEffects } from './effects.ts';
import { purposeOf, type NamedAgent } from './named-agents.ts';
import { defineTool, toolError, type AnyTool, type ToolOutcome } from './tool.ts';

/** One tool for each agent that does tasks for this one. Calls next to each other run at once. */
export function subagentTools(agents: readonly NamedAgent[], ask: LoopEffects['askAgent']): readonly AnyTool[] {
  return agents.map(({ toolName, agent }) => {
    const { name } = agent.snapshot;
    return defineTool({
      name: toolName,
      description: `Gives a task to the agent “${name}”, which works on it by itself and answers when it is done. It knows nothing of this conversation: say in the task all that it needs. Several tasks given in one turn are worked on at the same time. ${purposeOf(agent)}`,
      input: z.strictObject({ task: z.string().trim().min(1).describe('What is to be done, and what to answer') }),
      concurrency: 'parallel',
      endsWhenStopped: true,
      async execute({ task }, { callId, signal }) {
        const report = await ask({ agent, task, callId }, signal);
        if (report.ok) return reportOutcome(name, report.value);
        const { message, hint } = report.error;
        return toolError(`The agent “${name}” could not begin: ${message}${hint === undefined ? '' : `. ${hint}`}`);
      },
    });
  });
}

/** What the asking model reads of a sub-agent's end: its words or its answer, and what went wrong if anything did. */
export function reportOutcome(name: string, { status, error, limit, words, answer }: AgentReport): ToolOutcome {
  const said = words.trim() === '' ? '' : `\nIts last words:\n${words}`;
  switch (status) {
    case 'finished':
      return { content: answer === undefined ? words : JSON.stringify(answer) };
    case 'failed':
      return toolError(`The agent “${name}” failed: ${error?.message ?? 'no reason is known'}${said}`);
    case 'stopped':
      return toolError(`The agent “${name}” was stopped by a person before it was done.${said}`);
    case 'interrupted':
      return toolError(`The agent “${name}” was interrupted before it was done.${said}`);
    case 'limit':
      return toolError(
        `The agent “${name}” has reached its limit${limit === undefined ? '' : ` of ${LIMITS[limit]}`} before it was done.${said}`,
      );
    default:
      return assertNever(status);
  }
}

const LIMITS: { readonly [limit in keyof Limits]-?: string } = {
  steps: 'model calls',
  minutes: 'minutes',
  tokens: 'tokens',
  cost: 'cost',
  costPerDay: 'cost per day',
};
