import { fail, ok, type Result } from '../../shared/lib/result.ts';
import { addRun, NO_RUNS } from '../../shared/run/status.ts';
import type { ResolvedAgent } from '../agent/agent.ts';
import { activateBranch } from '../threads/active-branch.ts';
import { rootThread } from '../threads/children.ts';
import type { Store } from '../threads/open.ts';
import { headOf } from '../threads/thread-rows.ts';
import type { ActiveRun } from './active-run.ts';
import { createActiveRuns, makeRoom, threadBusy } from './active-runs.ts';
import { createBeginRuns } from './begin-runs.ts';
import { branchEnd } from './branch-end.ts';
import { notCompacted } from './compaction.ts';
import type { RunsDeps } from './deps.ts';
import { mendKeptTodos } from './kept-todos.ts';
import { createPlaces } from './places.ts';
import { reviveFamily } from './revive-family.ts';
import type { Runs } from './runs.ts';
import { beingCompacted, createThreadCompactions } from './thread-compactions.ts';
import { waitingRun } from './waiting-runs.ts';

/** The runs of one engine: at most one on the active branch of a thread, and any number beside it. */
export function createRuns(engine: RunsDeps): Runs {
  const { stores } = engine;
  const active = createActiveRuns();
  const { families } = active;
  const places = createPlaces(engine.maxRuns, queueMoved);
  const compactions = createThreadCompactions(engine);
  let closing = false;
  const { start, begin } = createBeginRuns(engine, {
    active,
    places,
    depsIn,
    makeRoom: roomOn,
    ended,
    unattended: restLater,
  });

  function depsIn(store: Store): RunsDeps {
    // What files held is kept on the disk: nothing of a run that is not saved is.
    return store === stores.unsaved ? { ...engine, store, recorder: undefined } : { ...engine, store };
  }

  function roomOn(threadId: string): Result<null> {
    return compactions.isGoing(threadId) ? beingCompacted() : makeRoom(active, threadId);
  }

  function ended(run: ActiveRun, agent: ResolvedAgent): void {
    active.remove(run.id);
    engine.runsChanged();
    const wish = closing ? undefined : run.leftWish();
    // It was asked for on the branch that was active then, and on the one that is there may work another run.
    if (wish !== undefined && run.side) engine.publish({ type: 'problem', threadId: run.threadId, error: BRANCH_LEFT });
    else if (wish !== undefined) compactions.start(run.threadId, agent, wish);
    if (run.parent !== undefined) restLater(run.parent.id);
  }

  /** Puts a family down that nobody decides for. What is decided or answered in the same moment is stored first. */
  function restLater(runId: string): void {
    setImmediate(() => {
      const run = active.get(runId);
      if (run !== undefined) for (const one of families.unattended(run)) one.putDown();
    });
  }

  function onRun(runId: string, act: (run: ActiveRun) => void): Result<null> {
    return active.act(runId, (run) => {
      act(run);
      return ok(null);
    });
  }

  function onFamily(runId: string, act: (run: ActiveRun) => void): Result<null> {
    return onRun(runId, (run) => [run, ...families.below(run)].forEach(act));
  }

  /** Places in the queue show everywhere. */
  function queueMoved(runIds: readonly string[]): void {
    for (const runId of runIds) {
      const run = active.get(runId);
      if (run !== undefined) engine.touched(run.threadId, false);
    }
  }

  function onAll(act: (run: ActiveRun) => void): void {
    for (const run of active.all()) act(run);
  }

  /** The run on the active branch, unless it has ended and is not stored. */
  function writing(threadId: string): ActiveRun | undefined {
    const run = active.onBranch(threadId);
    return run?.unsaved() === undefined ? run : undefined;
  }

  return {
    start: (request) => (closing ? isClosing() : start(request)),
    activate(threadId, entryId) {
      const store = stores.of(threadId);
      const moved = activateBranch(store.write, threadId, entryId);
      if (!moved.ok) return moved;
      const headId = moved.value;
      const there = active.onThread(threadId).filter((run) => run.tip() === headId);
      // Several may go on from the same entry: one of them is enough.
      const owner = there.find((run) => !run.side) ?? there[0];
      for (const run of active.onThread(threadId)) run.headMoved(run === owner);
      const mended = mendKeptTodos(store, threadId);
      if (!mended.ok) engine.log('warn', 'A list was not copied to its thread', { threadId, code: mended.error.code });
      engine.publish({ type: 'entries', threadId, entries: [], headId });
      engine.touched(threadId, true);
      return moved;
    },
    revive(runId, revival) {
      if (closing) return isClosing();
      if (active.get(runId) !== undefined) return threadBusy();
      const deps = depsIn(stores.of(runId));
      const waiting = waitingRun(deps, runId);
      if (waiting === undefined) return fail('nothing_waits', 'This run does not wait for an approval');
      const { threadId } = waiting.run;
      const busy = headOf(deps.store.read, threadId) === waiting.tip ? roomOn(threadId) : ok(null);
      return busy.ok ? reviveFamily(waiting, revival, deps, { active, places, begin }) : busy;
    },
    interject: (runId, drafts) => active.act(runId, (run) => run.interject(drafts)),
    stop: (runId) => onRun(runId, (run) => run.stop('stopped')),
    pause: (runId) => onFamily(runId, (run) => run.pause()),
    resume: (runId) => onFamily(runId, (run) => run.resume()),
    toFront: (runId) => (places.toFront(runId) ? ok(null) : notQueued()),
    startNow: (runId) => (places.startNow(runId) ? ok(null) : notQueued()),
    stopAll: () => onAll((run) => run.stop('stopped')),
    pauseAll: () => onAll((run) => run.pause()),
    resumeAll: () => onAll((run) => run.resume()),
    counts: () =>
      active
        .all()
        .filter(({ parent }) => parent === undefined)
        .reduce((counts, run) => addRun(counts, families.statusOf(run)), NO_RUNS),
    areWorking: () => active.all().some(families.isAtWork),
    fillPlaces: places.fill,
    compactInRun(threadId, wish) {
      const run = writing(threadId);
      run?.compact(wish);
      return run !== undefined;
    },
    compactThread(threadId, agent, wish) {
      if (closing) return isClosing();
      const busy = roomOn(threadId);
      return busy.ok ? compactions.start(threadId, agent, wish) : busy;
    },
    cancelCompaction(threadId) {
      for (const run of active.onThread(threadId)) run.cancelCompaction();
      compactions.cancel(threadId);
    },
    decide: (runId, callId, verdict) =>
      active.act(runId, (run) => {
        const question = run.decide(callId, verdict);
        return question.ok ? ok({ threadId: run.threadId, question: question.value }) : question;
      }),
    decideAll: (runId, verdict) =>
      active.act(runId, (run) => {
        const decided = [run, ...families.below(run)].map((one) => one.decideAll({ ...verdict, by: 'person' }));
        return decided.find(({ ok: any }) => any) ?? decided[0] ?? ok(null);
      }),
    onBranch: (threadId) => writing(threadId)?.id,
    writtenTo: (runId) => void onFamily(runId, (run) => run.decideAll({ decision: 'rejected', by: 'message' })),
    async end(threadId) {
      const run = active.onBranch(threadId);
      run?.stop('stopped');
      await run?.ended;
    },
    branchEnd(threadId) {
      // A summary of a branch that grows meanwhile would be discarded.
      if (compactions.isGoing(threadId)) return beingCompacted();
      const deps = depsIn(stores.of(threadId));
      const run = active.onBranch(threadId);
      if (run?.unsaved() === undefined) return branchEnd(deps, threadId, run);
      const saved = run.save();
      return saved.ok ? branchEnd(deps, threadId, undefined) : saved;
    },
    permissionsChanged: (threadId) =>
      onAll((run) => {
        const { read } = stores.of(threadId);
        if (rootThread(read, run.threadId) === rootThread(read, threadId)) run.permissionsChanged();
      }),
    checkIdle(threadId) {
      if (compactions.isGoing(threadId)) return beingCompacted();
      return active.onThread(threadId).length === 0 ? ok(null) : threadBusy();
    },
    working: active.all,
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
      const resting = new Set(active.all().filter(families.canRest));
      onAll((run) => (resting.has(run) ? run.putDown() : run.stop('interrupted')));
      await Promise.all([compactions.close(), ...active.all().map((run) => run.ended)]);
    },
  };
}

const BRANCH_LEFT = notCompacted({
  code: 'branch_moved',
  message: 'Another branch became the active one before it was done',
  hint: 'Make the branch active, and compact again',
});

function isClosing(): Result<never> {
  return fail('closing', 'Runlight is closing');
}

function notQueued(): Result<never> {
  return fail('not_queued', 'This run does not wait in the queue', 'It has started, was paused or has ended');
}
