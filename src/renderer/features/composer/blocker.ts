import { DEMO_AGENT_ID, type AgentRecord } from '../../../shared/run/agent.ts';
import type { ThreadSummary } from '../../../shared/thread/summary.ts';

/** Why nothing can be sent to a thread, whatever is written. */
export type Blocker = { readonly message: string };

/** `agents`: those that exist, `undefined` while nobody knows: then nothing speaks against sending. */
export function blockerOf(
  { agent, agentId }: Pick<ThreadSummary, 'agent' | 'agentId'>,
  agents: readonly Pick<AgentRecord, 'id'>[] | undefined,
): Blocker | undefined {
  if (agentId === undefined) {
    return { message: 'This thread has no agent that can be sent to.' };
  }
  if (agentId !== DEMO_AGENT_ID && agents !== undefined && agents.every(({ id }) => id !== agentId)) {
    return { message: `The agent ${agent === undefined ? '' : `“${agent}” `}was deleted.` };
  }
  return undefined;
}
