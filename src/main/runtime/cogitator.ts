import { v7 as newId } from 'uuid';
import type { NextRequest } from '../../shared/run/next-request.ts';
import { ok, type Result } from '../../shared/lib/result.ts';
import type { ResolvedAgent } from '../agent/agent.ts';
import type { Model } from '../agent/model.ts';
import type { Publisher } from '../connect/programs/publisher.ts';
import { forkThread } from '../histories/fork-thread.ts';
import { pace } from '../lib/pace.ts';
import { silentLog, type Log } from '../lib/log.ts';
import { modelsFromEnvironment } from '../models/environment-models.ts';
import { contextOf } from '../runs/context-of.ts';
import { interruptRuns, restingRun } from '../runs/recover-runs.ts';
import type { RunsDeps } from '../runs/deps.ts';
import { waitingApprovals } from '../runs/waiting-runs.ts';
import type { Revival, Runs, StartedRun } from '../runs/runs.ts';
import { unfinishedRuns } from '../threads/runs.ts';
import { queueMessage } from '../threads/queued-messages.ts';
import type { Store } from '../threads/open.ts';
import type { Stores } from '../threads/stores.ts';
import { headOf } from '../threads/thread-rows.ts';
import { resolve, type Agent } from './agent.ts';
import { runBeginning } from './run-beginning.ts';
import type { CogitatorOptions } from './cogitator-options.ts';
import { decided, decider, declineUnsaved, waitingCalls, type Decides } from './decisions.ts';
import { listenersOf } from './listeners.ts';
import { openProgramEngine } from './program-engine.ts';
import { RunError } from './run-error.ts';
import { beginningInMemory, forgetInMemory } from './run-in-memory.ts';
import type { ResumeOptions, RunInfo, RunObserver, RunOptions, RunResult } from './run-options.ts';

const COGITATOR = Symbol.for('runlight.cogitator');

export function isCogitator(value: unknown): value is Pick<Cogitator, 'model'> {
  return typeof value === 'object' && value !== null && COGITATOR in value;
}

/** Runs agents from a program, with the same loop, store and entries as the app. */
export class Cogitator {
  readonly #models: NonNullable<CogitatorOptions['models']>;
  readonly #store: Store;
  readonly #stores: Stores;
  readonly #inMemory: boolean;
  #closing: Promise<void> | undefined;
  readonly #runs: Runs;
  readonly #deps: RunsDeps;
  readonly #log: Log;
  readonly #historyLimit: number | undefined;
  readonly #observers: Set<RunObserver>;
  readonly #publisher: Publisher | undefined;
  /** Told by every copy of this class, so that `runlight dev` knows one from another copy of the package. */
  readonly [COGITATOR] = true;

  /** Throws RunError when the file cannot be opened: `store_newer`, `store_damaged`, … */
  constructor({
    models = modelsFromEnvironment(),
    observers = [],
    mostRepeats = 0,
    log = silentLog,
    ...options
  }: CogitatorOptions) {
    const { memory } = options;
    const { deps, runs, publisher } = openProgramEngine({ ...options, models, mostRepeats, log });
    this.#deps = deps;
    this.#store = deps.store;
    this.#stores = deps.stores;
    this.#runs = runs;
    this.#publisher = publisher;
    this.#inMemory = memory.adapter !== 'sqlite';
    this.#models = models;
    this.#historyLimit = memory.historyLimit;
    this.#log = log;
    this.#observers = new Set(observers);
  }

  /** The model that `id` stands for. */
  model(id: string): Model | undefined {
    return this.#models(id);
  }

  /**
   * Resolves when the run has ended, however it ended, or waits for decisions. On a thread whose run waits, the message
   * declines what it waits for, and that run takes the message up. Rejects with RunError when it could not start.
   */
  async run(agent: Agent, { input, threadId = newId(), ...options }: RunOptions): Promise<RunResult> {
    const resolved = this.#resolve(agent);
    if (options.saveHistory === false) return this.#runUnsaved(resolved, threadId, input, options);
    const resting = options.branch === undefined ? restingRun(this.#deps, threadId, true) : undefined;
    if (resting === undefined || input === undefined) {
      const { branch } = options;
      const beginning = runBeginning(this.#store.read, { threadId, text: input, branch }, newId);
      if (!beginning.ok) throw new RunError(beginning.error);
      const historyLimit = this.#historyLimit;
      const request = { ...this.#revival(resolved, options), threadId, ...beginning.value, historyLimit };
      return this.#follow(this.#runs.start(request), options);
    }
    const { id: runId } = resting.run;
    const message = { id: newId(), threadId, runId, text: input, attachments: [], at: Date.now() };
    const queued = this.#runs.onBranch(threadId) === undefined ? queueMessage(this.#store.write, message) : ok(null);
    if (!queued.ok) throw new RunError(queued.error);
    const calls = waitingCalls(waitingApprovals(this.#store.read, resting), threadId);
    const declined = new Map(calls.map(({ callId }) => [callId, { decision: 'rejected', by: 'message' } as const]));
    const revival = this.#revival(resolved, options, declined);
    return this.#follow(this.#runs.revive(runId, revival), options);
  }

  /**
   * Decides about the calls that the run of a thread waits for, and lets it go on: the same run, from these calls. It
   * resolves like `run`. Rejects with RunError: `nothing_waits`, `call_unknown`, `thread_busy` while a run works there.
   */
  async resume(agent: Agent, threadId: string, { decisions, ...options }: ResumeOptions): Promise<RunResult> {
    const resolved = this.#resolve(agent);
    if (this.#runs.onBranch(threadId) !== undefined) {
      throw new RunError({
        code: 'thread_busy',
        message: 'A run is working on this thread',
        hint: 'Wait until it ends',
      });
    }
    const resting = restingRun(this.#deps, threadId);
    if (resting === undefined) {
      const message = `No run of the thread “${threadId}” waits for an approval`;
      throw new RunError({ code: 'nothing_waits', message, hint: 'Start a run instead' });
    }
    const calls = waitingCalls(waitingApprovals(this.#store.read, resting), threadId);
    const revival = this.#revival(resolved, options, decided(decisions, calls));
    return this.#follow(this.#runs.revive(resting.run.id, revival), options);
  }

  /** Works on a copy, of which nothing is left. */
  async #runUnsaved(
    agent: ResolvedAgent,
    threadId: string,
    text: string | undefined,
    options: Omit<RunOptions, 'input' | 'threadId'>,
  ): Promise<RunResult> {
    const beginning = await beginningInMemory(this.#stores, { threadId, text, branch: options.branch });
    if (!beginning.ok) throw new RunError(beginning.error);
    const copyId = beginning.value.threadId;
    const { onApproval = declineUnsaved } = options;
    const told = (run: RunInfo): RunInfo => (run.threadId === copyId ? { ...run, threadId } : run);
    const revival = this.#revival(agent, { ...options, onApproval }, undefined, told);
    const request = { ...revival, ...beginning.value, historyLimit: this.#historyLimit, saveHistory: false };
    try {
      return { ...(await this.#follow(this.#runs.start(request), options)), threadId };
    } finally {
      // With the Cogitator all that is in memory goes.
      const forgotten = this.#closing === undefined ? await forgetInMemory(this.#stores, copyId) : ok(null);
      if (!forgotten.ok)
        this.#log('warn', 'A run that is not saved is still in memory', { code: forgotten.error.code });
    }
  }

  #resolve(agent: Agent): ResolvedAgent {
    const resolved = resolve(agent, this.#models);
    if (!resolved.ok) throw new RunError(resolved.error);
    return resolved.value;
  }

  /** `known`: what is decided already. `toldAs`: as which run listeners are told of it. */
  #revival(
    agent: ResolvedAgent,
    options: Omit<RunOptions, 'input' | 'threadId' | 'signal'>,
    known: Decides['known'] = new Map(),
    toldAs = (run: RunInfo): RunInfo => run,
  ): Revival {
    const log = this.#log;
    // In the window, where somebody may look.
    const isShown = async (): Promise<boolean> => (await this.#publisher?.isShown()) === true;
    return {
      agent,
      onApproval: decider({ known, onApproval: options.onApproval, isShown, log }),
      ...listenersOf({ options, observers: [...this.#observers], toldAs, log }),
    };
  }

  async #follow(started: Result<StartedRun>, { signal }: Pick<RunOptions, 'signal'>): Promise<RunResult> {
    if (!started.ok) throw new RunError(started.error);
    const { runId, ended } = started.value;
    const stop = (): void => void this.#runs.stop(runId);
    if (signal?.aborted === true) stop();
    signal?.addEventListener('abort', stop, { once: true });
    const { threadId, status, error, words: output, todos, todoPhases, answer, approvals } = await ended;
    signal?.removeEventListener('abort', stop);
    const waiting = approvals && waitingCalls(approvals, threadId);
    return { threadId, runId, status, output, ...present({ approvals: waiting, error, todos, todoPhases, answer }) };
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
  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    await this.#runs.close();
    // What a program keeps in memory nobody can go on with.
    if (this.#inMemory) interruptRuns(this.#deps, unfinishedRuns(this.#store.read));
    await this.#publisher?.close();
    this.#stores.close();
  }
}

/** Without the members that have no value: a program may ask whether they are there. */
function present<T extends object>(members: T): Partial<T> {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as Partial<T>;
}
