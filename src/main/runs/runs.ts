import type { Result } from '../../shared/lib/result.ts';
import type { PermissionQuestion } from '../../shared/run/permission.ts';
import type { RunRecord } from '../../shared/run/run-record.ts';
import type { RunCounts } from '../../shared/run/status.ts';
import type { Draft } from '../../shared/thread/draft.ts';
import type { Entry } from '../../shared/thread/entry.ts';
import type { ThreadSummary } from '../../shared/thread/summary.ts';
import type { ResolvedAgent } from '../agent/agent.ts';
import type { CompactionWish } from '../agent/compaction/parts.ts';
import type { ActiveRun } from './active-run.ts';
import type { Verdict } from './approvals.ts';
import type { BranchEnd } from './branch-end.ts';
import type { RunInput } from './first-drafts.ts';
import type { RunResult } from './run-result.ts';
import type { RunSetup } from './run-setup.ts';
import type { ThreadCompactions } from './thread-compactions.ts';

/** Where a branch begins. */
export type BranchStart = {
  /** The path entry to go on from; `null`: none, it begins with the message. */
  readonly parentId: string | null;
  /** Makes it the active branch. Else the run is a side run: the active branch stays, and may have a run of its own. */
  readonly activate: boolean;
};

export type RunRequest = {
  readonly agent: ResolvedAgent;
  /** Absent, or not there yet: the run starts a new thread. */
  readonly threadId?: string;
  /** Of a new thread. Absent: the beginning of the message. */
  readonly title?: string;
  /** Of a new thread: `false` keeps it in memory alone. Absent: it is saved. */
  readonly saveHistory?: boolean;
  readonly input: RunInput;
  /** Absent: the head of the active branch. */
  readonly at?: BranchStart;
  /** The model sees so many of the newest messages that are there before the run. Absent: all. */
  readonly historyLimit?: number;
  /** Called for its sub-agents as well. */
  readonly onTodos?: RunSetup['onTodos'];
  readonly onTodoPhases?: RunSetup['onTodoPhases'];
  /** Absent: the agent works with no others but those that live with it. */
  readonly findAgent?: RunSetup['findAgent'];
  readonly onApproval?: RunSetup['onApproval'];
};

export type Decided = { readonly threadId: string; readonly question: PermissionQuestion };

export type StartedRun = { readonly threadId: string; readonly runId: string; readonly ended: Promise<RunResult> };

export type WorkingRun = Pick<ActiveRun, 'id' | 'threadId' | 'agent' | 'status' | 'side'>;

/** What a run goes on with that was left while it waited. */
export type Revival = Pick<RunRequest, 'agent' | 'onTodos' | 'onTodoPhases' | 'findAgent' | 'onApproval'> & {
  /** The agent of a run that works on one of its tasks, and goes on as well. Absent: it is one that lives with `agent`. */
  readonly workerOf?: (run: RunRecord) => Result<ResolvedAgent>;
};

export type Runs = {
  /**
   * Refused with `thread_busy` where it would write the thread's active branch and another run does; with
   * `entry_not_found`, `nothing_to_answer`. What is over the cap is stored at once, and waits in the queue.
   */
  readonly start: (request: RunRequest) => Result<StartedRun>;
  /**
   * Makes the newest branch through an entry the active one, and answers its leaf. A run that works at the end of it is
   * its run from then on; the one before it goes on as a side run. Fails with `entry_not_found`.
   */
  readonly activate: (threadId: string, entryId: string) => Result<string>;
  /**
   * Lets a run go on that waits for approvals, of its own or of its sub-agents, and that no process works on: the same
   * runs, on their branches, from their open calls. Fails with `nothing_waits` where the run stands anywhere else or works
   * for another, and with `thread_busy`.
   */
  readonly revive: (runId: string, revival: Revival) => Result<StartedRun>;
  /** A run's sub-agents stop with it. One that is stopped alone is an answer to whoever asked it. */
  readonly stop: (runId: string) => Result<null>;
  /** See `ActiveRun.interject`. */
  readonly interject: (runId: string, drafts: readonly Draft[]) => Result<readonly Entry[]>;
  /**
   * Before its next call of the model, or of the step's tools, and its sub-agents likewise. A queued run leaves the queue.
   */
  readonly pause: (runId: string) => Result<null>;
  readonly resume: (runId: string) => Result<null>;
  /** Fails with `not_queued`. */
  readonly toFront: (runId: string) => Result<null>;
  /** Whatever the cap. Fails with `not_queued`. */
  readonly startNow: (runId: string) => Result<null>;
  readonly stopAll: () => void;
  readonly pauseAll: () => void;
  readonly resumeAll: () => void;
  /** Of runs that people started: sub-agents are part of theirs. */
  readonly counts: () => RunCounts;
  /** Whether any run gets on with its work, rather than waiting for a person. */
  readonly areWorking: () => boolean;
  /** The cap may have changed. */
  readonly fillPlaces: () => void;
  /** Before the next model call of the run that works on the thread; `false`: none does. */
  readonly compactInRun: (threadId: string, wish: CompactionWish) => boolean;
  /** The active branch of a thread on which nothing runs; until it is done, none can. */
  readonly compactThread: ThreadCompactions['start'];
  /** What goes on of it, and what was asked for. */
  readonly cancelCompaction: (threadId: string) => void;
  /** Answers what was asked for, and by whose run. */
  readonly decide: (runId: string, callId: string, verdict: Verdict) => Result<Decided>;
  /** Decides all that waits in a run and in its sub-agents'. Fails with `approval_gone` where nothing does. */
  readonly decideAll: (runId: string, verdict: Pick<Verdict, 'decision' | 'reason'>) => Result<null>;
  /** The run at work on the thread's active branch: who writes to the thread now writes to it. */
  readonly onBranch: (threadId: string) => string | undefined;
  /**
   * To be called when a message was queued for a run: the calls that wait, also those of its sub-agents, are declined, since
   * the person said something else.
   */
  readonly writtenTo: (runId: string) => void;
  /** Stops the thread's run, if one works, and waits until it has ended. */
  readonly end: (threadId: string) => Promise<void>;
  /**
   * For what people add to the active branch of a thread. Fails with `thread_not_found`, `thread_compacting`, and as the store
   * does.
   */
  readonly branchEnd: (threadId: string) => Result<BranchEnd>;
  /** To be called when something was allowed in a thread: calls that wait for just that go on. */
  readonly permissionsChanged: (threadId: string) => void;
  /** Fails with `thread_busy` or `thread_compacting` while anything works on a thread. */
  readonly checkIdle: (threadId: string) => Result<null>;
  /** Those that have not ended: they work, wait, are queued or paused. */
  readonly working: () => readonly WorkingRun[];
  /** What is so right now of a run, though the store does not know it. */
  readonly standing: (runId: string) => Partial<Pick<ThreadSummary, 'status' | 'error' | 'place' | 'pausing'>>;
  /**
   * Ends every run as interrupted, and waits until each has committed what it had. Those that wait for approvals are put
   * down instead, to be revived by a later process.
   */
  readonly close: () => Promise<void>;
};
