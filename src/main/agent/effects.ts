import { isFailure, type Failure, type Result } from '../../shared/lib/result.ts';
import type { Json } from '../../shared/lib/json.ts';
import type { LiveEvent } from '../../shared/run/live.ts';
import type { TodoPhase } from '../../shared/todos/phases.ts';
import type { TodoItem } from '../../shared/todos/list.ts';
import type { CheckpointPart } from '../../shared/thread/checkpoint.ts';
import type { Draft } from '../../shared/thread/draft.ts';
import type { Entry, PathEntry } from '../../shared/thread/entry.ts';
import type { RequestRecord } from '../../shared/run/request-record.ts';
import type { Limits } from '../../shared/run/agent.ts';
import type { DecidedAlone } from '../../shared/run/approval-limit.ts';
import type { Permission, PermissionQuestion } from '../../shared/run/permission.ts';
import type { Log } from '../lib/log.ts';
import type { RequestBody } from './request-body.ts';
import type { ResolvedAgent } from './agent.ts';
import type { CompactionParts } from './compaction/parts.ts';
import type { Decision, TurnSoFar } from './asked.ts';

export type ApprovalRequest = {
  readonly callId: string;
  readonly question: PermissionQuestion;
} & DecidedAlone;

type WithoutRun<E> = E extends unknown ? Omit<E, 'runId'> : never;
/** The loop does not know which run it is. */
export type LoopLiveEvent = WithoutRun<LiveEvent>;

/** How a plan in phases is kept. */
export type TodoRules = {
  /** Whether agents get its tool at all. */
  readonly enabled: boolean;
  /** Whether the run's thread is kept. */
  readonly storage: 'session' | 'memory';
  /** Whether the run goes on with what is open alone. */
  readonly stripsOnResume: boolean;
  /** How often in a run a model is reminded of what it has left open. */
  readonly reminders: number;
};

export const TODO_RULES: Omit<TodoRules, 'storage'> = { enabled: true, stripsOnResume: true, reminders: 3 };

/** Everything that the loop does to the world. */
export type LoopEffects = {
  readonly now: () => number;
  readonly newId: () => string;
  /** From 0 to 1, for the jitter of retries. */
  readonly random: () => number;
  /** Ends early, without an error, when `signal` aborts. */
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>;
  /**
   * Waits before each call of the model, and before the calls of a step, while the run is paused or others work. Resolves
   * early when `signal` aborts; fails when the store takes no more.
   */
  readonly ready: (signal: AbortSignal) => Promise<Result<null>>;
  /** The branch that the run goes on from, from its root, with all that was appended to it since: by the run, or beside it. */
  readonly branch: () => readonly PathEntry[];
  /** Commits all or nothing, at the run's tip. After a failure the run is over. */
  readonly append: (drafts: readonly Draft[]) => Result<readonly Entry[]>;
  /** Keeps what is about to be sent to a model; `undefined` where nothing keeps it. */
  readonly keepRequest: (request: RequestBody) => RequestRecord | undefined;
  /** Whether it was stored: what was not is to come again with the next part. */
  readonly checkpoint: (part: CheckpointPart) => boolean;
  readonly live: (event: LoopLiveEvent) => void;
  /** The bytes of an attachment. */
  readonly attachment: (id: string) => Uint8Array | undefined;
  /** Whether a call may run, as things stand now. */
  readonly permit: (question: PermissionQuestion) => Permission;
  /** The limit that the run has reached, if any, besides that of its steps. */
  readonly limitReached: () => keyof Limits | undefined;
  /** How often in a row the same call may get the same answer before it is refused; 0: any number. */
  readonly mostRepeats: () => number;
  readonly compaction: CompactionParts;
  /** An agent that the run may hand over to or give tasks to, as it is set up now. */
  readonly findAgent: (agentId: string) => Promise<Result<ResolvedAgent>>;
  /** Has another agent do a task in a run of its own. Fails, with words for the model, where that cannot begin. */
  readonly askAgent: (task: AgentTask, signal: AbortSignal) => Promise<Result<AgentReport>>;
  /**
   * What a task comes to that the run had given before its program ended, by a call of a message; `undefined` where the
   * call gave none.
   */
  readonly takeUpTask: (messageId: string, callId: string, signal: AbortSignal) => TakenUpTask | undefined;
  /** What this run has done about the calls of a message so far. */
  readonly turnSoFar: (messageId: string) => TurnSoFar;
  /** When calls asked about now are decided by themselves; empty when they wait for a person. */
  readonly decidedAlone: () => DecidedAlone;
  /**
   * Takes up what the person has written to the run since: it is on the branch then. Whether there was anything. Only to
   * be called where no call waits for its result.
   */
  readonly steer: () => Result<boolean>;
  /** Resolves as `withdrawn` when `signal` aborts. */
  readonly decide: (request: ApprovalRequest, signal: AbortSignal) => Promise<Decision>;
  /** The run's list changed, or the run starts from one. */
  readonly todosChanged: (todos: readonly TodoItem[]) => void;
  /** The same of a plan in phases. */
  readonly todoPhasesChanged: (phases: readonly TodoPhase[]) => void;
  /** Keeps a copy of a list that has changed with the thread. */
  readonly keepTodos: (todos: readonly TodoItem[]) => void;
  /** That copy, if an entry of the run's branch wrote it. */
  readonly keptTodos: () => readonly TodoItem[] | undefined;
  readonly todoRules: TodoRules;
  readonly log: Log;
};

/** How a run came to its end. */
export type RunOutcome =
  | { readonly status: 'finished' | 'stopped' | 'interrupted' }
  | { readonly status: 'limit'; readonly limit: keyof Limits }
  /** `request`: what a model was sent that failed without a word. */
  | { readonly status: 'failed'; readonly error: Failure; readonly request?: RequestRecord };

/** What an agent is asked to do, by which call. */
export type AgentTask = { readonly agent: ResolvedAgent; readonly task: string; readonly callId: string };

/** How the run of a sub-agent ended, the last words of its branch, and its answer if it is one that answers in a form. */
export type AgentReport = {
  readonly status: RunOutcome['status'];
  readonly error?: Failure;
  readonly limit?: keyof Limits;
  readonly words: string;
  readonly answer?: Json;
};

/** `agent`: the name of the one that works on it. */
export type TakenUpTask = { readonly agent: string; readonly report: Promise<AgentReport> };

/** Why a run is told to end: a person stopped it, the program is closing, or its time is over. */
export type StopReason = 'stopped' | 'interrupted' | 'minutes';

/** How a run ends that was told to by its signal: with a Failure as the signal's reason, it failed. */
export function stopOutcome(signal: AbortSignal): RunOutcome {
  const reason: unknown = signal.reason;
  if (isFailure(reason)) return { status: 'failed', error: reason };
  if (reason === 'minutes') return { status: 'limit', limit: 'minutes' };
  return { status: reason === 'interrupted' ? 'interrupted' : 'stopped' };
}
