import { DEMO_AGENT_ID, type AgentRecord } from '../../../shared/run/agent.ts';
import { isCodeAgentId } from '../../../shared/run/code.ts';
import type { ThreadSummary } from '../../../shared/thread/summary.ts';

/** Why nothing can be sent to a thread, whatever is written. */
export type Blocker = { readonly message: string };

/** `agents`: those that exist, `undefined` while nobody knows: then nothing speaks against sending. */
export function blockerOf(
  { agent, agentId, source }: Pick<ThreadSummary, 'agent' | 'agentId' | 'source'>,
  agents: readonly Pick<AgentRecord, 'id'>[] | undefined,
): Blocker | undefined {
  if (source === 'code') {
    return { message: 'The runs of this thread are made by a program of yours, which alone goes on with it.' };
  }
  if (agentId === undefined) {
    return { message: 'This thread has no agent that can be sent to.' };
  }
  if (isCodeAgentId(agentId)) {
    if (agents === undefined || agents.some(({ id }) => id === agentId)) return undefined;
    return { message: `The code of ${agent ?? 'this agent'} is not loaded. Load it with “runlight dev”.` };
  }
  if (agentId !== DEMO_AGENT_ID && agents !== undefined && agents.every(({ id }) => id !== agentId)) {
    return { message: `The agent ${agent === undefined ? '' : `“${agent}” `}is not set up here.` };
  }
  return undefined;
}
