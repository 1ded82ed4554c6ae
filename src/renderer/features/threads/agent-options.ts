import type { AgentRecord } from '../../../shared/run/agent.ts';
import type { ThreadSummary } from '../../../shared/thread/summary.ts';
import type { SelectOption } from '../../ui/select.tsx';

/** The agents to filter by: those that are set up, then others that threads speak of. */
export function agentOptions(
  agents: readonly Pick<AgentRecord, 'id' | 'name'>[],
  threads: readonly Pick<ThreadSummary, 'agentId' | 'agent'>[],
): readonly SelectOption<string>[] {
  const names = new Map(agents.map(({ id, name }) => [id, name]));
  for (const { agentId, agent } of threads) {
    if (agentId !== undefined && agent !== undefined && !names.has(agentId)) names.set(agentId, agent);
  }
  return [...names].map(([value, label]) => ({ value, label }));
}
