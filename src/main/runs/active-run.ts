import { must } from '../../shared/lib/assert.ts';
import { fail, ok, type Failure, type Result } from '../../shared/lib/result.ts';
import { decidedAlone } from '../../shared/run/approval-limit.ts';
import { permissionFor } from '../../shared/run/permission.ts';
import { seenByRun } from '../../shared/thread/history-limit.ts';
import type { Draft } from '../../shared/thread/draft.ts';
import type { AgentSnapshot } from '../../shared/run/agent.ts';
import type { RunStatus } from '../../shared/run/status.ts';
import type { Entry } from '../../shared/thread/entry.ts';
import type { ResolvedAgent } from '../agent/agent.ts';
import type { LoopEffects, StopReason, TodoRules } from '../agent/effects.ts';
import { turnIn } from '../agent/asked.ts';
import { runAgent, type LoopResult } from '../agent/loop.ts';
import { sleep, whenAborted } from '../lib/abort.ts';
import { described, thrownMessage } from '../lib/thrown.ts';
import { blobOf } from '../threads/blobs.ts';
import { wholeBranchInSlices } from '../threads/branches.ts';
import { countedOf } from '../threads/counted.ts';
import { queuedMessages } from '../threads/queued-messages.ts';
import { saveCheckpoint } from '../threads/checkpoints.ts';
import { createApprovals, type Approvals } from './approvals.ts';
import type { RunsDeps } from './deps.ts';
import type { CompactionWish } from '../agent/compaction/parts.ts';
import { createCompaction } from './compaction.ts';
import { messageDraft } from './first-drafts.ts';
import { createGate, standingBy, type Gate } from './gate.ts';
import { grantsOf } from './grants.ts';
import { keepTodos, keptTodos } from './kept-todos.ts';
import { requestKeeper } from './keep-request.ts';
import { createJournal, type Journal } from './journal.ts';
import { limitReached } from './limits.ts';
import { holdOrigins } from './origins.ts';
import type { ParentRun } from './parent-run.ts';
import { waitingApprovals, waitingRuns } from './waiting-runs.ts';
import { begunCalls, notesOfRun, waitingTurn } from './waiting-turn.ts';
import type { RunResult } from './run-result.ts';
import type { RunSetup, TodosOf } from './run-setup.ts';
import { watchMinutes } from './work-time.ts';

export type ActiveRun = ParentRun &
  Pick<Gate, 'pause' | 'resume'> &
  Pick<Journal, 'saved' | 'save' | 'headMoved'> & {
    readonly threadId: string;
    readonly status: () => RunStatus;
    readonly agent: AgentSnapshot;
    /** The newest path entry of its branch. */
    readonly tip: () => string;
    /** It works beside the active branch: from its start, or since the head was moved away from it. */
    readonly side: boolean;
    /** The run that it works for, as a sub-agent's. */
    readonly parent?: ParentRun;
    readonly stop: (reason: StopReason) => void;
    readonly decide: Approvals['decide'];
    readonly decideAll: Approvals['decideAll'];
    /**
     * Commits path entries or notes at the run's tip at once, whatever the loop does: its next request holds them. A message
     * must not come between calls and their results. Fails with `run_not_active`, or as the store does: the run is then over.
     */
    readonly interject: (drafts: readonly Draft[]) => Result<readonly Entry[]>;
    /** Whether it waits for approvals of its own, none of whose calls has begun. */
    readonly waits: () => boolean;
    /** Whether it waits so, and nobody decides about it now. */
    readonly isUnattended: () => boolean;
    /** How many of its calls have begun that nothing has answered yet. */
    readonly begunCalls: () => number;
    /** Puts the run down, as its entries stand: somebody may go on with it later. Only where it waits, or for tasks that do. */
    readonly putDown: () => void;
    /** Whether it went on from its plan without what was closed. */
    readonly stripsTodos: boolean;
    /** Decides again about calls that wait, after something was allowed. */
    readonly permissionsChanged: () => void;
    /** Why its end could not be stored, from then on until it is. While the loop still winds up, nothing is to be saved. */
    readonly unsaved: () => Failure | undefined;
    /** Resolves when the loop has ended, whether or not its end could be stored. Never rejects. */
    readonly ended: Promise<RunResult>;
    /** Compacts before its next model call. */
    readonly compact: (wish: CompactionWish) => void;
    readonly cancelCompaction: () => void;
    /** What it was asked and ended without having done. */
    readonly leftWish: () => CompactionWish | undefined;
  };

function todoRules(
  { todoRules: rules, store, stores }: RunsDeps,
  { resumed, parent }: Pick<RunSetup, 'resumed' | 'parent'>,
): TodoRules {
  const { enabled, stripsOnResume, reminders } = rules();
  const storage = store === stores.unsaved ? 'memory' : 'session';
  // Whoever does a task for another agent is not to be kept at it by a plan.
  return { enabled: enabled && parent === undefined, reminders, storage, stripsOnResume: stripsOnResume && resumed };
}

/** Begins a run of which the first entries are stored already. */
export function beginRun(setup: RunSetup, deps: RunsDeps): ActiveRun {
  const { id: runId, threadId, place, parent } = setup;
  const { read } = deps.store;
  const recorder = deps.recorder?.({ threadId, runId });
  const agent = recorded(setup.agent);
  const begun = must(
    setup.started.find((entry) => entry.kind === 'run_started'),
    'the start of a run',
  );
  const controller = new AbortController();
  const approvals = createApprovals(deps.now);
  const keep = requestKeeper(deps);
  const todosOf: TodosOf = { threadId, agent: agent.snapshot.name, isSubagent: parent !== undefined };
  const compaction = createCompaction(deps, threadId);
  const journal = createJournal(setup, deps, compaction.step);
  let over = false;
  let isDown = false;
  let isAlone = false;
  const gate = createGate({
    place,
    begins: standingBy(setup.started, place, setup.ticket),
    newId: deps.newId,
    note: (notes) => journal.append(notes.map((note): Draft => ({ ...note, targetId: journal.tip() }))),
    changed() {
      deps.touched(threadId, true);
      deps.runsChanged();
    },
  });
  const origins = holdOrigins(
    () => journal.record().agent.id,
    (reason) => controller.abort(reason),
  );

  function recorded(resolved: ResolvedAgent): ResolvedAgent {
    return recorder === undefined ? resolved : { ...resolved, workspace: resolved.workspace?.recordedBy(recorder) };
  }

  const effects: LoopEffects = {
    now: deps.now,
    newId: deps.newId,
    random: deps.random,
    sleep,
    ready: gate.pass,
    branch: journal.branch,
    append: journal.append,
    keepRequest(request) {
      const kept = keep(request);
      if (!kept.ok) deps.log('warn', 'A request was not kept', { runId, code: kept.error.code });
      return kept.ok ? kept.value : undefined;
    },
    checkpoint(part) {
      const stored = saveCheckpoint(deps.store.write, { ...part, runId, threadId, parentId: journal.tip() });
      // The answer goes on: a checkpoint only matters after a kill.
      if (!stored.ok) deps.log('warn', 'A checkpoint was not stored', { runId, code: stored.error.code });
      return stored.ok;
    },
    live: (event) => deps.live.event(threadId, { ...event, runId }),
    attachment: (id) => blobOf(read, id),
    permit: (question) => permissionFor(question, journal.record().agent, grantsOf(read, threadId)),
    limitReached: () => limitReached(journal.record(), journal.worked(), deps) ?? parent?.limitReached(),
    mostRepeats: deps.mostRepeats,
    compaction: compaction.parts,
    async findAgent(agentId) {
      const found = await setup.findAgent(agentId);
      if (!found.ok) return found;
      origins.hold(found.value);
      return ok(recorded(found.value));
    },
    async askAgent(task, signal) {
      const { callId } = task;
      const asking = journal
        .branch()
        .findLast((entry) => entry.kind === 'assistant_message' && entry.calls.some(({ id }) => id === callId));
      const spawnedBy = { threadId, runId, messageId: must(asking, 'the message of a call').id, callId };
      const asked = setup.askAgent(task, spawnedBy, active, signal);
      if (!asked.ok) return asked;
      // The sub-agents work now: when all of them wait for a person, others may have the place.
      gate.leave();
      return ok(await asked.value);
    },
    takeUpTask: (messageId, callId, signal) => setup.takeUpTask({ threadId, runId, messageId, callId }, signal),
    turnSoFar: (messageId) => turnIn(notesOfRun(read, runId, messageId)),
    decidedAlone: () => decidedAlone(journal.record().agent.approvalLimit, deps.now()),
    steer,
    async decide(request, signal) {
      // A person may take hours: others work meanwhile.
      gate.leave();
      const aborted = whenAborted(signal);
      // Whoever else decides may never do so; a stop is then a withdrawal, as with a person.
      const asks = { threadId, isSubagent: parent !== undefined };
      const decided = await Promise.race([setup.onApproval?.(request, asks), aborted.promise]);
      aborted.dispose();
      if (decided === 'rest') {
        isAlone = true;
        setup.unattended();
      }
      return decided === 'rest' || decided === undefined ? approvals.wait(request, signal) : decided;
    },
    todosChanged: (todos) => setup.onTodos?.(todos, todosOf),
    todoPhasesChanged: (phases) => setup.onTodoPhases?.(phases, todosOf),
    keepTodos(todos) {
      if (deps.store === deps.stores.unsaved) return;
      const kept = keepTodos(deps.store, threadId, journal.tip(), todos);
      // The list stays as it is: its copy is written again when the thread is opened.
      if (!kept.ok) deps.log('warn', 'A list was not copied to its thread', { runId, code: kept.error.code });
    },
    keptTodos: () => keptTodos(deps.store, threadId, journal.tip()),
    todoRules: todoRules(deps, setup),
    log: deps.log,
  };

  function lastWords(): string {
    const last = journal.branch().at(-1);
    return last?.kind === 'assistant_message' ? last.text : '';
  }

  function waits(): boolean {
    if (over || isDown || journal.failure() !== undefined) return false;
    return waitingTurn(read, journal.record(), journal.tip()) !== undefined;
  }

  function steer(): Result<boolean> {
    const drafts = queuedMessages(read, threadId)
      .filter((queued) => queued.runId === runId)
      .map(messageDraft);
    if (drafts.length === 0) return ok(false);
    const taken = journal.append(drafts);
    if (!taken.ok) return taken;
    deps.publish({ type: 'changed', what: 'queue' });
    return ok(true);
  }

  async function runLoop(): Promise<LoopResult> {
    const path = await wholeBranchInSlices(read, threadId, setup.tip);
    const seen = seenByRun(path, runId, begun.historyLimit);
    journal.begin(seen);
    compaction.goOnFrom(countedOf(read, seen));
    const start = seen.findIndex(({ id }) => id === begun.targetId) + 1;
    return runAgent(agent, effects, controller.signal, { steps: journal.record().steps, start });
  }

  async function run(): Promise<RunResult> {
    const { minutes } = agent.snapshot.limits;
    const unwatch = watchMinutes(minutes, journal.worked, () => controller.abort('minutes'));
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
    over = true;
    const { outcome, todos, todoPhases, answer } = result;
    const error = outcome.status === 'failed' ? outcome.error : undefined;
    const limit = outcome.status === 'limit' ? outcome.limit : undefined;
    const request = outcome.status === 'failed' ? outcome.request : undefined;
    journal.finish({ kind: 'run_finished', status: outcome.status, error, limit, request });
    await recorder?.close();
    const words = lastWords();
    if (!isDown) return { threadId, runId, status: outcome.status, error, limit, words, todos, todoPhases, answer };
    const waiting = waitingRuns(deps).find((one) => one.run.id === runId);
    const approvals = waiting && waitingApprovals(read, waiting);
    return { threadId, runId, status: 'waiting', approvals, words, todos, todoPhases };
  }

  const active: ActiveRun = {
    id: runId,
    threadId,
    tip: journal.tip,
    agent: agent.snapshot,
    parent,
    depth: parent === undefined ? 0 : parent.depth + 1,
    place,
    limitReached: effects.limitReached,
    get side() {
      return journal.side();
    },
    headMoved: journal.headMoved,
    // After a failure of the store the loop is over, whatever the store knows.
    status: () => (journal.failure() === undefined ? journal.record().status : 'failed'),
    pause: gate.pause,
    resume: gate.resume,
    isPausing: gate.isPausing,
    stop: (reason) => controller.abort(reason),
    decide: approvals.decide,
    decideAll: approvals.decideAll,
    interject: (drafts) => (over ? fail('run_not_active', 'This run has already ended') : journal.append(drafts)),
    waits,
    isUnattended: () => isAlone && waits() && journal.record().asking.length > 0,
    begunCalls: () => begunCalls(read, journal.record(), journal.tip())?.calls.length ?? 0,
    putDown() {
      isDown = true;
      journal.close();
      controller.abort('interrupted');
    },
    stripsTodos: effects.todoRules.stripsOnResume,
    permissionsChanged: () => approvals.allow((question) => effects.permit(question) === 'always'),
    unsaved: () => (over ? journal.failure() : undefined),
    compact: compaction.ask,
    cancelCompaction: compaction.cancel,
    leftWish: () => (isDown ? undefined : compaction.parts.wish()),
    ended: run(),
    saved: journal.saved,
    save: journal.save,
  };
  return active;
}
