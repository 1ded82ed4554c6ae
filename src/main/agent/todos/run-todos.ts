import type { Result } from '../../../shared/lib/result.ts';
import type { PhasesState } from '../../../shared/todos/phases-on-branch.ts';
import type { TodoPhase } from '../../../shared/todos/phases.ts';
import type { TodoItem } from '../../../shared/todos/todo-item.ts';
import type { AnyTool } from '../tool.ts';

/** What a run keeps of its plan, of one kind. */
export type RunTodos = {
  readonly tool: AnyTool;
  /** Takes up what the run goes on from, and tells of it. */
  readonly begin: () => Result<unknown>;
  /** Takes up what the branch has got since: results of the tool, and edits of people. */
  readonly follow: () => void;
  /** Says what the model is to be told before its next call. */
  readonly beforeCall: () => Result<unknown>;
  /** The model has answered with `text` alone: whether it was reminded of what is open, so that it goes on. */
  readonly remind: (text: string) => Result<boolean>;
  /** The plan in phases, as the model goes by it; none of a flat list. */
  readonly phases: () => PhasesState | undefined;
  /** As the run leaves it. */
  readonly left: () => TodosLeft;
};

/** Absent: no agent of the run keeps that kind, or none was ever written. */
export type TodosLeft = { readonly todos?: readonly TodoItem[]; readonly todoPhases?: readonly TodoPhase[] };
