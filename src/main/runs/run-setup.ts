import type { TodoItem } from '../../shared/todos/list.ts';
import type { TodoPhase } from '../../shared/todos/phases.ts';
import type { ResolvedAgent } from '../agent/agent.ts';
import type { Decision } from '../agent/asked.ts';
import type { ApprovalRequest, LoopEffects } from '../agent/effects.ts';
import type { JournalStart } from './journal.ts';
import type { AskAgent, ParentRun, TakeUpTask } from './parent-run.ts';
import type { Ticket } from './places.ts';
import type { SharedPlace } from './shared-place.ts';

/** Whose plan it is. */
export type TodosOf = { readonly threadId: string; readonly agent: string; readonly isSubagent: boolean };

/** Who asks for an approval. */
export type ApprovalBy = { readonly threadId: string; readonly isSubagent: boolean };

export type RunSetup = JournalStart & {
  readonly agent: ResolvedAgent;
  readonly place: SharedPlace;
  /** Absent of a run that goes on after the end of a program. */
  readonly ticket?: Ticket;
  readonly parent?: ParentRun;
  readonly onTodos?: (todos: readonly TodoItem[], of: TodosOf) => void;
  readonly onTodoPhases?: (phases: readonly TodoPhase[], of: TodosOf) => void;
  /** Whether its plan is from before the program started, or before another branch was active. */
  readonly resumed: boolean;
  /** Finds an agent that the run may hand over to or give tasks to. */
  readonly findAgent: LoopEffects['findAgent'];
  readonly askAgent: AskAgent;
  readonly takeUpTask: TakeUpTask;
  /**
   * Decides instead of a person at the window, to whom it may leave it: `undefined`. `rest`: nobody decides now, and the run
   * is to be put down, with the one that it works for, once nothing else of theirs goes on.
   */
  readonly onApproval?: (request: ApprovalRequest, by: ApprovalBy) => Promise<Decision | 'rest' | undefined>;
  /** Nobody decides about what the run waits for. */
  readonly unattended: () => void;
};
