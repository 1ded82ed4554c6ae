import type { AgentSnapshot } from '../../shared/run/agent.ts';
import type { LocalWorkspace } from '../workspace/local-workspace.ts';
import { answerInstructions } from './answer.ts';
import type { Model } from './model.ts';
import type { AnyTool } from './tool.ts';

/** Where an agent lives that is not the engine's own: a program with its code. */
export type AgentOrigin = {
  /** Aborts when the program is gone, with the Failure that the agent's runs then end with. */
  readonly lost: AbortSignal;
  /** A run of it begins. What this returns is to be called when the run has ended. */
  readonly hold: () => () => void;
};

/** An agent with everything that a run needs of it. */
export type ResolvedAgent = {
  readonly snapshot: AgentSnapshot;
  readonly model: Model;
  /** Without the todo tool, which the loop adds. */
  readonly tools: readonly AnyTool[];
  readonly workspace?: LocalWorkspace;
  readonly origin?: AgentOrigin;
  /** The agents that do tasks for it, where they live together. Absent: they are found by the ids in the snapshot. */
  readonly subagents?: readonly ResolvedAgent[];
};

/**
 * An agent that takes over a run. The limits that the run began with hold for all of it: handing over is no way around
 * them, and no end of it either. What an agent may cost per day stays its own.
 */
export function takingOver(next: ResolvedAgent, from: AgentSnapshot): ResolvedAgent {
  const { snapshot } = next;
  const limits = { ...from.limits, costPerDay: snapshot.limits.costPerDay };
  // What a person chose for the run is what its thread goes on with.
  const overrides = from.overrides.limits === undefined ? snapshot.overrides : { ...snapshot.overrides, limits };
  return { ...next, snapshot: { ...snapshot, limits, overrides } };
}

/** The instructions that the model gets: the agent's own, where it works, and the form of its answer. */
export function instructionsOf({ instructions, workspace, answer }: AgentSnapshot): string {
  const parts = [
    instructions,
    workspace === undefined ? '' : `You work in the folder ${workspace}. Give paths relative to it.`,
    answer === undefined ? '' : answerInstructions(answer),
  ];
  return parts.filter((part) => part !== '').join('\n\n');
}
