import { must } from '../../shared/lib/assert.ts';
import { ok, type Failure, type Result } from '../../shared/lib/result.ts';
import { fold, type Fold } from '../../shared/lib/fold.ts';
import type { Json } from '../../shared/lib/json.ts';
import { permissionFor } from '../../shared/run/permission.ts';
import { stepRun, type RunRecord } from '../../shared/run/run-record.ts';
import { seenByRun } from '../../shared/thread/history-limit.ts';
import { tipAfter, type Draft } from '../../shared/thread/draft.ts';
import type { AgentSnapshot, Limits } from '../../shared/run/agent.ts';
import type { RunStatus } from '../../shared/run/status.ts';
import { isPathEntry, type Entry, type PathEntry } from '../../shared/thread/entry.ts';
import type { TodoItem } from '../../shared/todos/list.ts';
import type { TodoPhase } from '../../shared/todos/phases.ts';
import type { ResolvedAgent } from '../agent/agent.ts';
import type { ApprovalRequest, Decision, LoopEffects, RunOutcome, StopReason, TodoRules } from '../agent/effects.ts';
import { runAgent, type LoopResult } from '../agent/loop.ts';
import { sleep, whenAborted } from '../lib/abort.ts';
import { described, thrownMessage } from '../lib/thrown.ts';
import { blobOf } from '../threads/blobs.ts';
import { wholeBranchInSlices } from '../threads/branches.ts';
import { countedOf } from '../threads/counted.ts';
import { saveCheckpoint } from '../threads/checkpoints.ts';
import { createApprovals, type Approvals } from './approvals.ts';
import { commit } from './commit.ts';
import type { RunsDeps } from './deps.ts';
import type { CompactionWish } from '../agent/compaction/parts.ts';
import { createCompaction } from './compaction.ts';
import { createGate, type Gate } from './gate.ts';
import { grantsOf } from './grants.ts';
import { keepTodos, keptTodos } from './kept-todos.ts';
import { requestKeeper } from './keep-request.ts';
import { limitReached } from './limits.ts';
import { holdOrigins } from './origins.ts';
import type { AskAgent, ParentRun } from './parent-run.ts';
import type { Ticket } from './places.ts';
import type { SharedPlace } from './shared-place.ts';
import { watchMinutes, workedMs, workTimeFold } from './work-time.ts';

/** How often the end of a run that the store would not take is tried again. */
const SAVE_AGAIN_MS = 3000;

export type RunResult = {
  readonly threadId: string;
  readonly runId: string;
  readonly status: RunOutcome['status'];
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

export type ActiveRun = ParentRun &
  Pick<Gate, 'pause' | 'resume'> & {
    readonly threadId: string;
    readonly status: () => RunStatus;
    /** The newest path entry of its branch. */
    readonly tip: () => string;
    readonly agent: AgentSnapshot;
    /** It works beside the active branch: from its start, or since the head was moved away from it. */
    readonly side: boolean;
    /** The thread's head was moved. Answers whether the run works at it from now on. */
    readonly headMoved: (headId: string) => boolean;
    /** The run that it works for, as a sub-agent's. */
    readonly parent?: ParentRun;
    readonly stop: (reason: StopReason) => void;
    readonly decide: Approvals['decide'];
    /** Decides again about calls that wait, after something was allowed. */
    readonly permissionsChanged: () => void;
    /** Why its end could not be stored, from then on until it is. While the loop still winds up, nothing is to be saved. */
    readonly unsaved: () => Failure | undefined;
    /** Resolves when the loop has ended, whether or not its end could be stored. Never rejects. */
    readonly ended: Promise<RunResult>;
    /** Resolves when its end is stored. */
    readonly saved: Promise<void>;
    /** Compacts before its next model call. */
    readonly compact: (wish: CompactionWish) => void;
    readonly cancelCompaction: () => void;
    /** What it was asked and ended without having done. */
    readonly leftWish: () => CompactionWish | undefined;
    /** Tries at once to store what is not stored yet. Only to be called once the loop has ended. */
    readonly save: () => Result<null>;
  };

/** Whose plan it is. */
export type TodosOf = { readonly threadId: string; readonly agent: string; readonly isSubagent: boolean };

export type RunSetup = {
  readonly id: string;
  readonly threadId: string;
  readonly agent: ResolvedAgent;
  /** It starts beside the active branch. */
  readonly side: boolean;
  /** The entry that it goes on from. */
  readonly tip: string;
  /** The model sees so many of the newest messages from before the run. Absent: all. */
  readonly historyLimit?: number;
  /** The run's own entries so far. */
  readonly started: readonly Entry[];
  readonly place: SharedPlace;
  readonly ticket: Ticket;
  readonly parent?: ParentRun;
  /** Approvals that nobody decides are granted after this long. Absent: they wait. */
  readonly approveAfterMs?: number;
  readonly onTodos?: (todos: readonly TodoItem[], of: TodosOf) => void;
  readonly onTodoPhases?: (phases: readonly TodoPhase[], of: TodosOf) => void;
  /** Whether it is the first on its branch since the program started, or since another branch was active. */
  readonly resumed: boolean;
  /** Finds an agent that the run may hand over to or give tasks to. */
  readonly findAgent: LoopEffects['findAgent'];
  readonly askAgent: AskAgent;
  /** Decides instead of a person at the window, to whom it may leave it: `undefined`. */
  readonly onApproval?: (request: ApprovalRequest) => Promise<Decision | undefined>;
};

function todoRules({ todoRules: rules }: RunsDeps, resumed: boolean): TodoRules {
  const { stripsOnResume, ...others } = rules();
  return { ...others, storage: 'session', stripsOnResume: stripsOnResume && resumed };
}

const RECORD: Fold<RunRecord | undefined, Entry> = { init: undefined, step: stepRun };

/** Begins a run of which the first entries are stored already. */
export function beginRun(setup: RunSetup, deps: RunsDeps): ActiveRun {
  const { id: runId, threadId, place, ticket, parent } = setup;
  const recorder = deps.recorder?.({ threadId, runId });
  const agent = recorded(setup.agent);
  const controller = new AbortController();
  const approvals = createApprovals(deps.now);
  const keep = requestKeeper(deps);
  const todosOf: TodosOf = { threadId, agent: agent.snapshot.name, isSubagent: parent !== undefined };
  const pending: Draft[] = [];
  /** Until the loop begins only what was appended since. */
  let branch: PathEntry[] = [];
  let { tip, side } = setup;
  /** Why `pending` is not stored. */
  let failure: Failure | undefined;
  let over = false;
  let record = must(fold(RECORD, setup.started), 'the start of a run');
  let time = must(fold(workTimeFold, setup.started), 'the start of a run');
  const compaction = createCompaction(deps, threadId);
  const gate = createGate({
    place,
    ticket,
    queuedId: setup.started.find(({ kind }) => kind === 'run_queued')?.id,
    newId: deps.newId,
    note: (notes) => append(notes.map((note): Draft => ({ ...note, targetId: tip }))),
    changed() {
      deps.touched(threadId, true);
      deps.runsChanged();
    },
  });
  const origins = holdOrigins(
    () => record.agent.id,
    (reason) => controller.abort(reason),
  );
  const saved = Promise.withResolvers<void>();

  function recorded(resolved: ResolvedAgent): ResolvedAgent {
    return recorder === undefined ? resolved : { ...resolved, workspace: resolved.workspace?.recordedBy(recorder) };
  }

  const append: LoopEffects['append'] = (drafts) => {
    // What failed comes first: nothing may be stored out of order.
    const appended = failure === undefined ? write(drafts) : ({ ok: false, error: failure } as const);
    if (!appended.ok) {
      failure = appended.error;
      pending.push(...drafts);
      return appended;
    }
    return ok(appended.value.entries);
  };

  function write(drafts: readonly Draft[]): ReturnType<typeof commit> {
    const committed = commit(deps, { threadId, runId, tip, head: side ? 'stay' : 'follow' }, drafts);
    if (!committed.ok) return committed;
    tip = committed.value.tip ?? tip;
    if (!side && committed.value.side) deps.log('info', 'A run works beside the active branch now', { runId });
    side ||= committed.value.side;
    const before = record.status;
    for (const entry of committed.value.entries) {
      record = stepRun(record, entry) ?? record;
      time = workTimeFold.step(time, entry) ?? time;
      if (isPathEntry(entry)) branch.push(entry);
      compaction.step(entry);
    }
    if (record.status !== before) deps.runsChanged();
    return committed;
  }

  const effects: LoopEffects = {
    now: deps.now,
    newId: deps.newId,
    random: deps.random,
    sleep,
    ready: gate.pass,
    branch: () => branch,
    append,
    keepRequest(request) {
      const kept = keep(request);
      if (!kept.ok) deps.log('warn', 'A request was not kept', { runId, code: kept.error.code });
      return kept.ok ? kept.value : undefined;
    },
    checkpoint(part) {
      const stored = saveCheckpoint(deps.store.write, { ...part, runId, threadId, parentId: tip });
      // The answer goes on: a checkpoint only matters after a kill.
      if (!stored.ok) deps.log('warn', 'A checkpoint was not stored', { runId, code: stored.error.code });
      return stored.ok;
    },
    live: (event) => deps.live.event(threadId, { ...event, runId }),
    attachment: (id) => blobOf(deps.store.read, id),
    permit: (question) => permissionFor(question, record.agent, grantsOf(deps.store.read, threadId)),
    limitReached: () => limitReached(record, workedMs(time, deps.now()), deps) ?? parent?.limitReached(),
    compaction: compaction.parts,
    async findAgent(agentId) {
      const found = await setup.findAgent(agentId);
      if (!found.ok) return found;
      origins.hold(found.value);
      return ok(recorded(found.value));
    },
    async askAgent(task, signal) {
      const { callId } = task;
      const asking = branch.findLast(
        (entry) => entry.kind === 'assistant_message' && entry.calls.some(({ id }) => id === callId),
      );
      const spawnedBy = { threadId, runId, messageId: must(asking, 'the message of a call').id, callId };
      const asked = setup.askAgent(task, spawnedBy, active, signal);
      if (!asked.ok) return asked;
      // The sub-agents work now: when all of them wait for a person, others may have the place.
      gate.leave();
      return ok(await asked.value);
    },
    approvesAt: () => (setup.approveAfterMs === undefined ? undefined : deps.now() + setup.approveAfterMs),
    async decide(request, signal) {
      // A person may take hours: others work meanwhile.
      gate.leave();
      const aborted = whenAborted(signal);
      // Whoever else decides may never do so; a stop is then a withdrawal, as with a person.
      const decided = await Promise.race([setup.onApproval?.(request), aborted.promise]);
      aborted.dispose();
      return decided ?? approvals.wait(request, signal);
    },
    todosChanged: (todos) => setup.onTodos?.(todos, todosOf),
    todoPhasesChanged: (phases) => setup.onTodoPhases?.(phases, todosOf),
    keepTodos(todos) {
      const kept = keepTodos(deps.store, threadId, tip, todos);
      // The list stays as it is: its copy is written again when the thread is opened.
      if (!kept.ok) deps.log('warn', 'A list was not copied to its thread', { runId, code: kept.error.code });
    },
    keptTodos: () => keptTodos(deps.store, threadId, tip),
    todoRules: todoRules(deps, setup.resumed),
    log: deps.log,
  };

  function lastWords(): string {
    const last = branch.at(-1);
    return last?.kind === 'assistant_message' ? last.text : '';
  }

  async function runLoop(): Promise<LoopResult> {
    const path = await wholeBranchInSlices(deps.store.read, threadId, setup.tip);
    const seen = seenByRun(path, runId, setup.historyLimit);
    branch = [...seen, ...branch];
    compaction.goOnFrom(countedOf(deps.store.read, seen));
    return runAgent(agent, effects, controller.signal);
  }

  async function run(): Promise<RunResult> {
    const { minutes } = agent.snapshot.limits;
    const worked = (): number => workedMs(time, deps.now());
    const unwatch = watchMinutes(minutes, worked, () => controller.abort('minutes'));
    origins.hold(agent);
    const result = await runLoop().catch((error: unknown): LoopResult => {
      // A throw is a bug of ours; the person still gets a run that has ended, and its words.
      deps.log('error', 'The run loop threw', { runId, error: described(error) });
      const message = `Runlight failed: ${thrownMessage(error)}`;
      return { outcome: { status: 'failed', error: { code: 'bug', message } } };
    });
    unwatch();
    gate.leave();
    origins.release();
    const { outcome, todos, todoPhases, answer } = result;
    const error = outcome.status === 'failed' ? outcome.error : undefined;
    const limit = outcome.status === 'limit' ? outcome.limit : undefined;
    const request = outcome.status === 'failed' ? outcome.request : undefined;
    const targetId = tipAfter(tip, pending);
    pending.push({
      id: deps.newId(),
      targetId,
      body: { kind: 'run_finished', status: outcome.status, error, limit, request },
    });
    over = true;
    const stored = save();
    if (!stored.ok) saveLater(stored.error);
    await recorder?.close();
    const words = lastWords();
    return { threadId, runId, status: outcome.status, error, limit, words, todos, todoPhases, answer };
  }

  function save(): Result<null> {
    if (pending.length === 0) return ok(null);
    const stored = write(pending);
    // A thread that was deleted for good in the meantime has no place for it any more.
    const gone = !stored.ok && stored.error.code === 'thread_not_found';
    if (gone) deps.live.drop(threadId);
    else if (!stored.ok) {
      failure = stored.error;
      return stored;
    }
    pending.length = 0;
    failure = undefined;
    saved.resolve();
    return ok(null);
  }

  function saveLater(error: Failure): void {
    deps.touched(threadId, true);
    deps.runsChanged();
    deps.publish({ type: 'problem', threadId, error });
    const timer = setInterval(() => {
      if (save().ok) clearInterval(timer);
    }, SAVE_AGAIN_MS);
    timer.unref();
  }

  const active: ActiveRun = {
    id: runId,
    threadId,
    tip: () => tip,
    agent: agent.snapshot,
    parent,
    depth: parent === undefined ? 0 : parent.depth + 1,
    place,
    limitReached: effects.limitReached,
    get side() {
      return side;
    },
    headMoved(headId) {
      side = headId !== tip;
      return !side;
    },
    // After a failure of the store the loop is over, whatever the store knows.
    status: () => (failure === undefined ? record.status : 'failed'),
    pause: gate.pause,
    resume: gate.resume,
    isPausing: gate.isPausing,
    stop: (reason) => controller.abort(reason),
    decide: approvals.decide,
    permissionsChanged: () => approvals.allow((question) => effects.permit(question) === 'always'),
    unsaved: () => (over ? failure : undefined),
    compact: compaction.ask,
    cancelCompaction: compaction.cancel,
    leftWish: compaction.parts.wish,
    ended: run(),
    saved: saved.promise,
    save,
  };
  return active;
}
