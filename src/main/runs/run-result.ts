import type { Json } from '../../shared/lib/json.ts';
import type { Failure } from '../../shared/lib/result.ts';
import type { Limits } from '../../shared/run/agent.ts';
import type { WaitingApproval } from '../../shared/run/running.ts';
import type { TodoItem } from '../../shared/todos/list.ts';
import type { TodoPhase } from '../../shared/todos/phases.ts';
import type { RunOutcome } from '../agent/effects.ts';

export type RunResult = {
  readonly threadId: string;
  readonly runId: string;
  /** `waiting`: it was put down until its calls are decided. */
  readonly status: RunOutcome['status'] | 'waiting';
  /** Of a run that waits: the calls that are not decided, its own and those of its sub-agents. */
  readonly approvals?: readonly WaitingApproval[];
  readonly error?: Failure;
  /** Which one was reached. */
  readonly limit?: keyof Limits;
  /** The model's last words on the branch. */
  readonly words: string;
  readonly todos?: readonly TodoItem[];
  readonly todoPhases?: readonly TodoPhase[];
  /** The final answer of an agent that answers in a form. */
  readonly answer?: Json;
};
