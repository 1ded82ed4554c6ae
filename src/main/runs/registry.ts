import { fail, ok, type Result } from '../../shared/lib/result.ts';
import { addRun, NO_RUNS } from '../../shared/run/status.ts';
import type { Draft } from '../../shared/thread/draft.ts';
import { isPathEntry, type PathEntry } from '../../shared/thread/entry.ts';
import type { SpawnedBy } from '../../shared/thread/spawned-by.ts';
import type { AgentReport, AgentTask } from '../agent/effects.ts';
import { activateBranch } from '../threads/active-branch.ts';
import { rootThread } from '../threads/children.ts';
import { entriesOfRun, entryById } from '../threads/entries.ts';
import { entryNotFound } from '../threads/failures.ts';
import { runTip } from '../threads/runs.ts';
import type { Store } from '../threads/open.ts';
import { createThread, headOf, threadFacts } from '../threads/thread-rows.ts';
import { branchEnd } from './branch-end.ts';
import { commit } from './commit.ts';
import type { RunsDeps } from './deps.ts';
import { firstDrafts, isSaid } from './first-drafts.ts';
import { beginRun, type ActiveRun } from './active-run.ts';
import { familiesOf } from './families.ts';
import { checkDayCost } from './limits.ts';
import type { AskAgent, ParentRun } from './parent-run.ts';
import type { RunSetup } from './run-setup.ts';
import type { Revival, RunRequest, Runs, StartedRun } from './runs.ts';
import { mendKeptTodos } from './kept-todos.ts';
import { createPlaces } from './places.ts';
import { sharedPlace } from './shared-place.ts';
import { createSittings, resumesPlan } from './sittings.ts';
import { beingCompacted, createThreadCompactions } from './thread-compactions.ts';
import { waitingTurn } from './waiting-turn.ts';
import { workedUntil } from './work-time.ts';

const TITLE_LENGTH = 80;

/** The runs of one engine: at most one on the active branch of a thread, and any number beside it. */
export function createRuns(engine: RunsDeps): Runs {
  const active = new Map<string, ActiveRun>();
  const families = familiesOf(() => active.values());
  const places = createPlaces(engine.maxRuns, queueMoved);
  const sittings = createSittings((threadId) => engine.stores.of(threadId).read);
  const compactions = createThreadCompactions(engine);
  let closing = false;

  function depsIn(store: Store): RunsDeps {
    // What files held is kept on the disk: nothing of a run that is not saved is.
    return store === engine.stores.unsaved ? { ...engine, store, recorder: undefined } : { ...engine, store };
  }

  /** `work`: what the run of a sub-agent is started for; its thread is where the one is that it works for. */
  function start(
    request: RunRequest,
    work?: { readonly parent: ParentRun; readonly spawnedBy: SpawnedBy },
  ): Result<StartedRun> {
    if (closing) return fail('closing', 'Runlight is closing');
    const threadId = request.threadId ?? engine.newId();
    const { stores } = engine;
    const isSaved = request.saveHistory ?? true;
    const deps = depsIn(isSaved ? stores.of(work?.spawnedBy.threadId ?? threadId) : stores.unsaved);
    const side = request.at?.activate === false;
    const busy = side ? ok(null) : makeRoom(threadId);
    if (!busy.ok) return busy;
    const affordable = checkDayCost(request.agent.snapshot, deps);
    if (!affordable.ok) return affordable;
    const from = openEntry(deps, threadId, request, work?.spawnedBy);
    if (!from.ok) return from;
    const runId = deps.newId();
    const place = work?.parent.place ?? sharedPlace(places, runId);
    const ticket = place(work !== undefined);
    const { drafts, tip } = firstDrafts(request, from.value, ticket.held(), deps.newId);
    const head = side ? 'stay' : request.at === undefined ? 'follow' : 'take';
    const first = commit(deps, { threadId, runId, tip: from.value?.id ?? null, head }, drafts);
    if (!first.ok) {
      ticket.leave();
      return first;
    }
    const started = first.value.entries;
    deps.log('info', 'A run started', { runId, threadId, model: request.agent.snapshot.model, tip });
    const since = sittings.since(threadId, tip);
    const resumed = resumesPlan(deps.store.read, threadId, { since, tip });
    const stored = { id: runId, threadId, side, started, tip, place, ticket, resumed, parent: work?.parent };
    return ok(begin({ ...stored, since }, request, deps));
  }

  function revive(runId: string, revival: Revival): Result<StartedRun> {
    if (closing) return fail('closing', 'Runlight is closing');
    const deps = depsIn(engine.stores.of(runId));
    const { read } = deps.store;
    const before = entriesOfRun(read, runId);
    const threadId = before[0]?.threadId ?? '';
    const tip = runTip(read, runId) ?? '';
    const side = headOf(read, threadId) !== tip;
    const busy = active.has(runId) || !side ? makeRoom(threadId) : ok(null);
    if (!busy.ok) return busy;
    const open = waitingTurn(read, { id: runId, threadId }, tip);
    if (open === undefined) return fail('nothing_waits', 'This run does not wait for an approval');
    const worked = workedUntil(before);
    const note: Draft = { id: deps.newId(), targetId: open.messageId, body: { kind: 'run_revived', workedMs: worked } };
    const noted = commit(deps, { threadId, runId, tip, head: 'stay' }, [note]);
    if (!noted.ok) return noted;
    deps.log('info', 'A run goes on that waited', { runId, threadId });
    const started = [...before, ...noted.value.entries];
    const place = sharedPlace(places, runId);
    const since = sittings.since(threadId, tip);
    return ok(begin({ id: runId, threadId, side, started, tip, place, resumed: false, since }, revival, deps));
  }

  function begin(
    { since, ...stored }: Omit<RunSetup, 'askAgent' | keyof Revival> & { readonly since: string },
    revival: Revival,
    deps: RunsDeps,
  ): StartedRun {
    const { id: runId, threadId, ticket } = stored;
    const { agent, onTodos, onTodoPhases, onApproval } = revival;
    const findAgent = revival.findAgent ?? (async () => fail('agent_not_found', 'This agent works with no others'));
    const askAgent: AskAgent = (task, spawnedBy, parent, signal) => ask(revival, task, { spawnedBy, parent }, signal);
    const run = beginRun({ ...stored, agent, onTodos, onTodoPhases, onApproval, findAgent, askAgent }, deps);
    active.set(runId, run);
    // Only now can it be asked for its place.
    if (ticket?.held() !== true) deps.touched(threadId, true);
    deps.runsChanged();
    void run.saved.then(() => {
      active.delete(runId);
      if (!run.side) sittings.ended(threadId, { since, tip: run.tip() });
      deps.runsChanged();
      const wish = run.leftWish();
      if (wish !== undefined && !closing && run.status() !== 'waiting') compactions.start(threadId, agent, wish);
    });
    return { threadId, runId, ended: run.ended };
  }

  function ask(
    { findAgent, onTodos, onTodoPhases, onApproval }: Revival,
    { agent, task: text }: AgentTask,
    work: { readonly parent: ParentRun; readonly spawnedBy: SpawnedBy },
    signal: AbortSignal,
  ): Result<Promise<AgentReport>> {
    const most = engine.subagentDepth();
    if (work.parent.depth >= most) {
      return fail(
        'too_deep',
        `Agents may ask others over ${most} levels, and this would be one more`,
        'Do it yourself',
      );
    }
    const input = { type: 'message', origin: 'agent', text } as const;
    const started = start({ agent, input, findAgent, onTodos, onTodoPhases, onApproval }, work);
    if (!started.ok) return started;
    const { runId, ended } = started.value;
    const stop = (): void =>
      void onRun(runId, (run) => run.stop(signal.reason === 'interrupted' ? 'interrupted' : 'stopped'));
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop, { once: true });
    if (work.parent.isPausing()) void onRun(runId, (run) => run.pause());
    return ok(
      ended.then((result) => {
        signal.removeEventListener('abort', stop);
        // A sub-agent's run is never put down.
        return { ...result, status: result.status === 'waiting' ? 'interrupted' : result.status };
      }),
    );
  }

  function onFamily(runId: string, act: (run: ActiveRun) => void): Result<null> {
    return onRun(runId, (run) => [run, ...families.below(run)].forEach(act));
  }

  function activate(threadId: string, entryId: string): Result<string> {
    const store = engine.stores.of(threadId);
    const moved = activateBranch(store.write, threadId, entryId);
    if (!moved.ok) return moved;
    const headId = moved.value;
    const there = onThread(threadId).filter((run) => run.tip() === headId);
    // Several may go on from the same entry: one of them is enough.
    const owner = there.find((run) => !run.side) ?? there[0];
    for (const run of onThread(threadId)) run.headMoved(run === owner);
    const mended = mendKeptTodos(store, threadId);
    if (!mended.ok) engine.log('warn', 'A list was not copied to its thread', { threadId, code: mended.error.code });
    engine.publish({ type: 'entries', threadId, entries: [], headId });
    engine.touched(threadId, true);
    return moved;
  }

  /** Places in the queue show everywhere. */
  function queueMoved(runIds: readonly string[]): void {
    for (const runId of runIds) {
      const run = active.get(runId);
      if (run !== undefined) engine.touched(run.threadId, false);
    }
  }

  function onRun(runId: string, act: (run: ActiveRun) => void): Result<null> {
    const run = active.get(runId);
    if (run === undefined) return runEnded();
    act(run);
    return ok(null);
  }

  function onAll(act: (run: ActiveRun) => void): void {
    for (const run of active.values()) act(run);
  }

  /** Refuses a busy thread. A run that has ended but could not be stored gets one more chance first. */
  function makeRoom(threadId: string): Result<null> {
    if (compactions.isGoing(threadId)) return beingCompacted();
    const other = mainRun(threadId);
    if (other === undefined) return ok(null);
    if (other.unsaved() !== undefined) return other.save();
    return threadBusy();
  }

  /** The run on the active branch. */
  function mainRun(threadId: string): ActiveRun | undefined {
    return onThread(threadId).find((run) => !run.side);
  }

  function onThread(threadId: string): readonly ActiveRun[] {
    return [...active.values()].filter((run) => run.threadId === threadId);
  }

  /** The entry that a run goes on from; none at the beginning of a thread. */
  function openEntry(
    deps: RunsDeps,
    threadId: string,
    { input, title, at }: RunRequest,
    spawnedBy?: SpawnedBy,
  ): Result<PathEntry | undefined> {
    const head = headOf(deps.store.read, threadId);
    if (head === undefined && input.type === 'message' && (at?.parentId ?? null) === null) {
      const named = { title: title ?? titleOf(input.text), titleBy: 'auto' } as const;
      const created = createThread(deps.store.write, { id: threadId, at: deps.now(), ...named, spawnedBy });
      return created.ok ? ok(undefined) : created;
    }
    // It may have been deleted while the run was made ready: its purge would take what the run writes.
    if (head === undefined || threadFacts(deps.store.read, threadId) === undefined)
      return fail('thread_not_found', 'This thread does not exist');
    const from = at === undefined ? head : at.parentId;
    const entry = from === null ? undefined : entryById(deps.store.read, from);
    if (from !== null && (entry === undefined || !isPathEntry(entry) || entry.threadId !== threadId)) {
      return { ok: false, error: entryNotFound().failure };
    }
    const last = entry !== undefined && isPathEntry(entry) ? entry : undefined;
    if (input.type === 'again' && isSaid(last)) {
      return fail('nothing_to_answer', 'There is nothing here for the agent to answer', 'Write a message instead');
    }
    return ok(last);
  }

  return {
    start: (request) => start(request),
    activate,
    revive,
    interject: (runId, drafts) => active.get(runId)?.interject(drafts) ?? runEnded(),
    stop: (runId) => onRun(runId, (run) => run.stop('stopped')),
    pause: (runId) => onFamily(runId, (run) => run.pause()),
    resume: (runId) => onFamily(runId, (run) => run.resume()),
    toFront: (runId) => (places.toFront(runId) ? ok(null) : notQueued()),
    startNow: (runId) => (places.startNow(runId) ? ok(null) : notQueued()),
    stopAll: () => onAll((run) => run.stop('stopped')),
    pauseAll: () => onAll((run) => run.pause()),
    resumeAll: () => onAll((run) => run.resume()),
    counts: () =>
      [...active.values()]
        .filter(({ parent }) => parent === undefined)
        .reduce((counts, run) => addRun(counts, families.statusOf(run)), NO_RUNS),
    areWorking: () => [...active.values()].some(families.isAtWork),
    fillPlaces: places.fill,
    compactInRun(threadId, wish) {
      const run = mainRun(threadId);
      if (run === undefined || run.unsaved() !== undefined) return false;
      run.compact(wish);
      return true;
    },
    compactThread(threadId, agent, wish) {
      if (closing) return fail('closing', 'Runlight is closing');
      const busy = makeRoom(threadId);
      return busy.ok ? compactions.start(threadId, agent, wish) : busy;
    },
    cancelCompaction(threadId) {
      for (const run of onThread(threadId)) run.cancelCompaction();
      compactions.cancel(threadId);
    },
    decide(runId, callId, verdict) {
      const run = active.get(runId);
      if (run === undefined) return runEnded();
      const question = run.decide(callId, verdict);
      return question.ok ? ok({ threadId: run.threadId, question: question.value }) : question;
    },
    decideAll: (runId, verdict) => active.get(runId)?.decideAll({ ...verdict, by: 'person' }) ?? runEnded(),
    onBranch(threadId) {
      const run = mainRun(threadId);
      return run === undefined || run.unsaved() !== undefined ? undefined : run.id;
    },
    writtenTo: (runId) => void active.get(runId)?.decideAll({ decision: 'rejected', by: 'message' }),
    async end(threadId) {
      const run = mainRun(threadId);
      run?.stop('stopped');
      await run?.ended;
    },
    branchEnd(threadId) {
      // A summary of a branch that grows meanwhile would be discarded.
      if (compactions.isGoing(threadId)) return beingCompacted();
      const deps = depsIn(engine.stores.of(threadId));
      const run = mainRun(threadId);
      if (run?.unsaved() === undefined) return branchEnd(deps, threadId, run);
      const saved = run.save();
      return saved.ok ? branchEnd(deps, threadId, undefined) : saved;
    },
    permissionsChanged: (threadId) =>
      onAll((run) => {
        const { read } = engine.stores.of(threadId);
        if (rootThread(read, run.threadId) === rootThread(read, threadId)) run.permissionsChanged();
      }),
    checkIdle(threadId) {
      if (compactions.isGoing(threadId)) return beingCompacted();
      return onThread(threadId).length === 0 ? ok(null) : threadBusy();
    },
    working: () => [...active.values()],
    standing(runId) {
      const run = active.get(runId);
      if (run === undefined) return {};
      const error = run.unsaved();
      if (error !== undefined) return { status: 'failed', error };
      const place = places.placeOf(run.id);
      const stands = run.isPausing() && families.statusOf(run) === 'paused';
      return {
        ...(place === undefined ? {} : { place }),
        ...(stands ? { status: 'paused' } : run.isPausing() ? { pausing: true } : {}),
      };
    },
    async close() {
      closing = true;
      onAll((run) => {
        if (!run.rest()) run.stop('interrupted');
      });
      await Promise.all([compactions.close(), ...[...active.values()].map((run) => run.ended)]);
    },
  };
}

function runEnded(): Result<never> {
  return fail('run_not_active', 'This run has already ended');
}

function threadBusy(): Result<never> {
  return fail('thread_busy', 'A run is already working on this thread', 'Wait until it ends, or stop it');
}

function notQueued(): Result<never> {
  return fail('not_queued', 'This run does not wait in the queue', 'It has started, was paused or has ended');
}

function titleOf(text: string): string {
  const line = text.trim().split('\n', 1)[0] ?? '';
  return line.length <= TITLE_LENGTH ? line : `${line.slice(0, TITLE_LENGTH - 1).trimEnd()}…`;
}
