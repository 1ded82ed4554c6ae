import type { AgentRecord } from '../../../shared/run/agent.ts';
import type { CodeSource } from '../../../shared/run/code.ts';

/** An agent that a run can be started with, as far as New run is concerned. */
export type RunnableAgent = Pick<
  AgentRecord,
  'id' | 'name' | 'model' | 'reasoning' | 'tools' | 'approvals' | 'approvalLimit' | 'todos' | 'limits' | 'workspace'
> & {
  /** The file of an agent in code. */
  readonly file?: string;
};

/** Those in code first: whoever has them loaded is at work on them. */
export function runnableAgents(
  agents: readonly AgentRecord[],
  sources: readonly CodeSource[],
): readonly RunnableAgent[] {
  return [...sources.flatMap((source) => source.agents), ...agents];
}

export function fileName(path: string): string {
  return path.split(/[\\/]/).at(-1) ?? path;
}
