import { v7 as newId } from 'uuid';
import type { Json } from '../../shared/lib/json.ts';
import type { PermissionQuestion } from '../../shared/run/permission.ts';
import type { Push } from '../../shared/ipc/contract.ts';
import type { Failure } from '../../shared/lib/result.ts';
import type { NextRequest } from '../../shared/run/next-request.ts';
import type { RunEnd } from '../../shared/run/status.ts';
import { DEFAULT_COMPACTION, DEFAULT_SETTINGS, type CompactionSettings } from '../../shared/settings.ts';
import type { TodoItem } from '../../shared/todos/list.ts';
import { TODO_RULES, type TodoRules } from '../agent/effects.ts';
import type { TodoPhase } from '../../shared/todos/phases.ts';
import type { Model } from '../agent/model.ts';
import { createPublisher, type Publisher } from '../connect/programs/publisher.ts';
import { forkThread } from '../histories/fork-thread.ts';
import { pace } from '../lib/pace.ts';
import { chosenHome } from '../host/home-folder.ts';
import { silentLog, type Log } from '../lib/log.ts';
import { described } from '../lib/thrown.ts';
import { modelsFromEnvironment } from '../models/environment-models.ts';
import { contextOf } from '../runs/context-of.ts';
import { createLiveHub } from '../runs/live-hub.ts';
import { recoverRuns } from '../runs/recover-runs.ts';
import { createRuns, type BranchStart, type Runs } from '../runs/registry.ts';
import { openStore, type Store } from '../threads/open.ts';
import { headOf } from '../threads/thread-rows.ts';
import { modelNamed, resolve, type Agent } from './agent.ts';

export type CogitatorOptions = {
  /**
   * `memory` forgets threads with the Cogitator; `sqlite` keeps them in the file `path`. `runlight` is `memory`, and shows
   * every run live in the Runlight that runs on the folder `home` (else that of RUNLIGHT_HOME, else the platform's own),
   * where people can follow and stop it. The program is never slowed or failed by that. While no Runlight runs, what there
   * is to show is left in that folder, up to 32 MiB, for the next one. `historyLimit`: a run sees so many of the newest
   * messages that were on its branch before it, and no call without its results. Absent: all.
   */
  readonly memory: (
    | { readonly adapter: 'memory' }
    | { readonly adapter: 'sqlite'; readonly path: string }
    | { readonly adapter: 'runlight'; readonly home?: string }
  ) & { readonly historyLimit?: number };
  /** Finds the model that an agent names. Absent: `modelsFromEnvironment()`. */
  readonly models?: (id: string) => Model | undefined;
  /**
   * When runs summarise the older part of their conversations; what is absent is as in DEFAULT_COMPACTION. By itself that
   * happens only to models that tell their `contextWindow`.
   */
  readonly compaction?: Partial<CompactionSettings>;
  readonly observers?: readonly RunObserver[];
  /** How plans in phases are kept. Absent: with reminders (three a run), and without what is done when a run resumes one. */
  readonly todos?: Partial<Omit<TodoRules, 'storage'>>;
  readonly log?: Log;
};

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
  /**
   * Goes on from an entry instead of the thread's end; `null`: from before its first message. With `activate: false` the
   * new branch does not become the active one, and any number of such runs may work side by side. Absent: `true`, and
   * from the thread's end.
   */
  readonly branch?: { readonly fromEntryId?: string | null; readonly activate?: boolean };
  /** Like an observer's, and called before it. */
  readonly onTodos?: (todos: readonly TodoItem[]) => void;
  readonly onTodoPhases?: (phases: readonly TodoPhase[]) => void;
  /**
   * Decides about each call that needs an approval. Absent: a person does, in the Runlight that shows the run (adapter
   * `runlight`); where none does, such calls are declined, for nobody is there to ask.
   */
  readonly onApproval?: (call: PermissionQuestion) => ApprovalAnswer | Promise<ApprovalAnswer>;
  /** Stops the run. */
  readonly signal?: AbortSignal;
};

export type RunResult = {
  readonly threadId: string;
  readonly runId: string;
  readonly status: RunEnd;
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

/** Thrown for what a program got wrong, such as a second run on a busy thread: `code` says what. */
export class RunError extends Error {
  readonly code: string;

  constructor({ code, message, hint }: Failure) {
    super(hint === undefined ? message : `${message}. ${hint}`);
    this.code = code;
  }
}

const COGITATOR = Symbol.for('runlight.cogitator');

export function isCogitator(value: unknown): value is Pick<Cogitator, 'model'> {
  return typeof value === 'object' && value !== null && COGITATOR in value;
}

/** Runs agents from a program, with the same loop, store and entries as the app. */
export class Cogitator {
  readonly #models: NonNullable<CogitatorOptions['models']>;
  readonly #store: Store;
  readonly #runs: Runs;
  readonly #log: Log;
  readonly #historyLimit: number | undefined;
  readonly #observers: Set<RunObserver>;
  readonly #publisher: Publisher | undefined;
  /** Told by every copy of this class, so that `runlight dev` knows one from another copy of the package. */
  readonly [COGITATOR] = true;

  /** Throws RunError when the file cannot be opened: `store_newer`, `store_damaged`, … */
  constructor({
    memory,
    models = modelsFromEnvironment(),
    compaction,
    observers = [],
    todos,
    log = silentLog,
  }: CogitatorOptions) {
    const file = memory.adapter === 'sqlite' ? memory.path : ':memory:';
    const store = openStore({ file, now: Date.now, log });
    if (!store.ok) throw new RunError(store.error);
    this.#store = store.value;
    this.#models = models;
    this.#historyLimit = memory.historyLimit;
    this.#log = log;
    this.#observers = new Set(observers);
    const publish = (push: Push): void => this.#publisher?.push(push);
    const live = createLiveHub(publish);
    const deps = {
      store: store.value,
      live,
      now: Date.now,
      newId,
      random: Math.random,
      publish,
      touched: () => undefined,
      // How many run at once is the program's business.
      maxRuns: () => Number.POSITIVE_INFINITY,
      todoRules: () => ({ ...TODO_RULES, ...todos }),
      subagentDepth: () => DEFAULT_SETTINGS.subagentDepth,
      runsChanged: () => undefined,
      compaction: {
        settings: () => ({ ...DEFAULT_COMPACTION, ...compaction }),
        model: (id: string) => modelNamed(id, models),
      },
      log,
    };
    this.#runs = createRuns(deps);
    recoverRuns(deps);
    this.#publisher =
      memory.adapter === 'runlight'
        ? createPublisher({
            home: chosenHome(memory.home),
            store: store.value.read,
            runs: () => this.#runs,
            live: live.of,
            newId,
            log,
          })
        : undefined;
  }

  /** The model that `id` stands for. */
  model(id: string): Model | undefined {
    return this.#models(id);
  }

  /** Resolves when the run has ended, however it ended. Rejects with RunError when it could not start. */
  async run(agent: Agent, options: RunOptions): Promise<RunResult> {
    const { input, threadId, branch, onTodos, onTodoPhases, onApproval, signal } = options;
    const resolved = resolve(agent, this.#models);
    if (!resolved.ok) throw new RunError(resolved.error);
    const thread = threadId ?? newId();
    const observers = [...this.#observers];
    // The plan of a sub-agent is its own: who asked for this run's is not told of it.
    const told = (isSubagent: boolean): readonly RunObserver[] =>
      isSubagent ? observers : [{ onTodos, onTodoPhases }, ...observers];
    const started = this.#runs.start({
      agent: resolved.value,
      threadId: thread,
      input: input === undefined ? { type: 'again' } : { type: 'message', text: input },
      at: branch && this.#start(thread, branch),
      historyLimit: this.#historyLimit,
      onApproval: async ({ question }) => {
        // In the window, where somebody may look.
        if (onApproval === undefined && (await this.#publisher?.isShown()) === true) return undefined;
        return { ...(await this.#decision(onApproval ?? declineAll, question)), by: 'person' };
      },
      onTodos: (todos, { isSubagent, ...run }) => {
        for (const listener of told(isSubagent)) this.#tell(() => listener.onTodos?.(todos, run));
      },
      onTodoPhases: (phases, { isSubagent, ...run }) => {
        for (const listener of told(isSubagent)) this.#tell(() => listener.onTodoPhases?.(phases, run));
      },
    });
    if (!started.ok) throw new RunError(started.error);
    const { runId, ended } = started.value;
    const stop = (): void => void this.#runs.stop(runId);
    if (signal?.aborted === true) stop();
    signal?.addEventListener('abort', stop, { once: true });
    const { status, error, words, todos, todoPhases, answer } = await ended;
    signal?.removeEventListener('abort', stop);
    return { threadId: thread, runId, status, error, output: words, todos, todoPhases, answer };
  }

  /** Copies a thread up to one of its entries into a new one, and answers the id of that. Rejects with RunError. */
  async fork(threadId: string, entryId: string): Promise<string> {
    const { write } = this.#store;
    const clock = (): number => performance.now();
    const forked = await forkThread({ write, now: Date.now, clock, newId, pace: pace(clock) }, threadId, entryId);
    if (!forked.ok) throw new RunError(forked.error);
    const headId = headOf(write, forked.value) ?? null;
    this.#publisher?.push({ type: 'entries', threadId: forked.value, entries: [], headId });
    return forked.value;
  }

  /** Tells `observer` of every run from now on; the answer ends that. */
  observe(observer: RunObserver): () => void {
    this.#observers.add(observer);
    return () => void this.#observers.delete(observer);
  }

  /** The very request of the run that goes on from an entry of a thread. Throws RunError: `entry_not_found`, `no_agent`. */
  contextOf(threadId: string, entryId: string): NextRequest {
    const context = contextOf(this.#store.read, { threadId, entryId });
    if (!context.ok) throw new RunError(context.error);
    return context.value;
  }

  /** Stops what still runs, lets a Runlight that is there have the rest, and closes the store. */
  async close(): Promise<void> {
    await this.#runs.close();
    await this.#publisher?.close();
    this.#store.close();
  }

  /** Whatever is no approval declines: programs need not be typed, and may fail. */
  async #decision(ask: NonNullable<RunOptions['onApproval']>, question: PermissionQuestion): Promise<ApprovalAnswer> {
    try {
      const { decision, reason } = await ask(question);
      if (decision === 'approved' || decision === 'rejected') return { decision, reason };
      this.#log('error', 'onApproval gave something that is no decision', { decision: String(decision) });
    } catch (error) {
      this.#log('error', 'onApproval threw', { error: described(error) });
    }
    return { decision: 'rejected', reason: 'The program could not decide about this call.' };
  }

  #tell(listen: () => void): void {
    try {
      listen();
    } catch (error) {
      // Someone else's mistake: the run and the other listeners go on.
      this.#log('error', 'A listener threw', { error: described(error) });
    }
  }

  #start(threadId: string, { fromEntryId, activate = true }: NonNullable<RunOptions['branch']>): BranchStart {
    const parentId = fromEntryId === undefined ? (headOf(this.#store.read, threadId) ?? null) : fromEntryId;
    return { parentId, activate };
  }
}

function declineAll(): ApprovalAnswer {
  return { decision: 'rejected', reason: 'This program approves no calls: nobody is there to ask.' };
}
