import type { Json } from '../../shared/lib/json.ts';
import type { Failure } from '../../shared/lib/result.ts';
import type { PermissionQuestion } from '../../shared/run/permission.ts';
import type { RunEnd } from '../../shared/run/status.ts';
import type { TodoPhase } from '../../shared/todos/phases.ts';
import type { TodoItem } from '../../shared/todos/list.ts';
import type { RunBranch } from './run-beginning.ts';

export type RunInfo = { readonly threadId: string; readonly agent: string };

export type RunObserver = {
  /** Each change of the run's list, whole; and once at the start when the run goes on from one. */
  readonly onTodos?: (todos: readonly TodoItem[], run: RunInfo) => void;
  /** The same of a plan in phases. */
  readonly onTodoPhases?: (phases: readonly TodoPhase[], run: RunInfo) => void;
};

/** `reason`: the model reads it. */
export type ApprovalAnswer = { readonly decision: 'approved' | 'rejected'; readonly reason?: string };

export type RunOptions = {
  /** Absent: no new message; the agent answers what the branch ends with. */
  readonly input?: string;
  /** Goes on from the end of this thread, or starts it. Absent: a thread of its own. */
  readonly threadId?: string;
  /** Absent: at the thread's end. */
  readonly branch?: RunBranch;
  /**
   * `false`: the run goes on as it otherwise would, but nothing of it is in the memory afterwards, and no Runlight shows
   * it. Any number of such runs may work on a thread, beside one that is saved as well. Absent: `true`.
   */
  readonly saveHistory?: boolean;
  /** Like an observer's, and called before it. */
  readonly onTodos?: (todos: readonly TodoItem[]) => void;
  readonly onTodoPhases?: (phases: readonly TodoPhase[]) => void;
  /**
   * Decides about each call that needs an approval. Absent: a person does, in the Runlight that shows the run (adapter
   * `runlight`); where none does, the run waits: see `RunResult.status`. One that is not saved cannot: its call is declined.
   */
  readonly onApproval?: (call: PermissionQuestion) => ApprovalAnswer | Promise<ApprovalAnswer>;
  /** Stops the run. */
  readonly signal?: AbortSignal;
};

/**
 * A call that waits for a decision; `arguments`: JSON text, as the model wrote it. `agent` and `threadId`: the sub-agent that
 * waits, and its thread; absent of a call of the run's own. `callId` is what `resume` knows it by.
 */
export type WaitingCall = {
  readonly callId: string;
  readonly tool: string;
  readonly arguments: string;
  readonly agent?: string;
  readonly threadId?: string;
};

export type ResumeOptions = Pick<RunOptions, 'onTodos' | 'onTodoPhases' | 'onApproval' | 'signal'> & {
  /** By call id, or one for all. Calls that are left out wait on, unless `onApproval` decides about them. */
  readonly decisions: ApprovalAnswer | { readonly [callId: string]: ApprovalAnswer };
};

export type RunResult = {
  readonly threadId: string;
  readonly runId: string;
  /** `waiting`: until `resume` decides about `approvals`. None of the calls of this turn has run. */
  readonly status: RunEnd | 'waiting';
  /** The calls that wait. */
  readonly approvals?: readonly WaitingCall[];
  /** Why it failed. */
  readonly error?: Failure;
  /** The model's last words on the branch of the run. */
  readonly output: string;
  /** The list as the run left it, when the agent keeps one and one was ever written on the branch. */
  readonly todos?: readonly TodoItem[];
  /** The same of a plan in phases. */
  readonly todoPhases?: readonly TodoPhase[];
  /** The value that an agent with a form for its answer gave. */
  readonly answer?: Json;
};
