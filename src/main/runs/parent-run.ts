import type { Result } from '../../shared/lib/result.ts';
import type { SpawnedBy } from '../../shared/thread/spawned-by.ts';
import type { AgentReport, AgentTask, LoopEffects, TakenUpTask } from '../agent/effects.ts';
import type { SharedPlace } from './shared-place.ts';

/** The run that a sub-agent works for, as far as its own run needs it. */
export type ParentRun = {
  readonly id: string;
  /** How many runs it works for itself, one above the other. */
  readonly depth: number;
  readonly place: SharedPlace;
  /** Of its own and of the runs that it works for, besides that of its steps. */
  readonly limitReached: LoopEffects['limitReached'];
  readonly isPausing: () => boolean;
};

/** Starts the run of a sub-agent: with the answer it is there, and works in the place of `parent`. */
export type AskAgent = (
  task: AgentTask,
  spawnedBy: SpawnedBy,
  parent: ParentRun,
  signal: AbortSignal,
) => Result<Promise<AgentReport>>;

/** See `LoopEffects.takeUpTask`. */
export type TakeUpTask = (spawnedBy: SpawnedBy, signal: AbortSignal) => TakenUpTask | undefined;
