import type { AgentSnapshot } from '../../shared/run/agent.ts';
import type { LocalWorkspace } from '../workspace/local-workspace.ts';
import type { Model } from './model.ts';
import type { AnyTool } from './tool.ts';

/** An agent with everything that a run needs of it. */
export type ResolvedAgent = {
  readonly snapshot: AgentSnapshot;
  readonly model: Model;
  /** Without the todo tool, which the loop adds. */
  readonly tools: readonly AnyTool[];
  readonly workspace?: LocalWorkspace;
};

/** The instructions that the model gets: the agent's own, and where it works. */
export function instructionsOf({ snapshot }: ResolvedAgent): string {
  if (snapshot.workspace === undefined) return snapshot.instructions;
  const place = `You work in the folder ${snapshot.workspace}. Give paths relative to it.`;
  return snapshot.instructions === '' ? place : `${snapshot.instructions}\n\n${place}`;
}
