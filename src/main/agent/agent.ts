import type { AgentSnapshot } from '../../shared/run/agent.ts';
import type { LocalWorkspace } from '../workspace/local-workspace.ts';
import { answerInstructions } from './answer.ts';
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

/** The instructions that the model gets: the agent's own, where it works, and the form of its answer. */
export function instructionsOf({ snapshot }: ResolvedAgent): string {
  const { instructions, workspace, answer } = snapshot;
  const parts = [
    instructions,
    workspace === undefined ? '' : `You work in the folder ${workspace}. Give paths relative to it.`,
    answer === undefined ? '' : answerInstructions(answer),
  ];
  return parts.filter((part) => part !== '').join('\n\n');
}
