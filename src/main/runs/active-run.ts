import { must } from '../../shared/lib/assert.ts';
import { fail, type Failure, type Result } from '../../shared/lib/result.ts';
import { seenByRun } from '../../shared/thread/history-limit.ts';
import type { Draft } from '../../shared/thread/draft.ts';
import type { AgentSnapshot } from '../../shared/run/agent.ts';
import type { RunStatus } from '../../shared/run/status.ts';
import type { Entry } from '../../shared/thread/entry.ts';
import type { ResolvedAgent } from '../agent/agent.ts';
import type { StopReason } from '../agent/effects.ts';
import { runAgent, type LoopResult } from '../agent/loop.ts';
import { described, thrownMessage } from '../lib/thrown.ts';
import { wholeBranchInSlices } from '../threads/branches.ts';
import { countedOf } from '../threads/counted.ts';
import { createApprovals, type Approvals } from './approvals.ts';
import type { RunsDeps } from './deps.ts';
import type { CompactionWish } from '../agent/compaction/parts.ts';
import { createCompaction } from './compaction.ts';
import { createGate, standingBy, type Gate } from './gate.ts';
import { createJournal, type Journal } from './journal.ts';
import { holdOrigins } from './origins.ts';
import type { ParentRun } from './parent-run.ts';
import { waitingApprovals, waitingRun } from './waiting-runs.ts';
import { begunCalls, waitingTurn } from './waiting-turn.ts';
import { runEffects } from './run-effects.ts';
import type { RunResult } from './run-result.ts';
import type { RunSetup } from './run-setup.ts';
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

  const effects = runEffects(setup, deps, {
    journal,
    gate,
    approvals,
    compaction,
    recorded,
    hold: origins.hold,
    asParent: () => active,
    unattended() {
      isAlone = true;
      setup.unattended();
    },
  });

  function lastWords(): string {
    const last = journal.branch().at(-1);
    return last?.kind === 'assistant_message' ? last.text : '';
  }

  function waits(): boolean {
    if (over || isDown || journal.failure() !== undefined) return false;
    return waitingTurn(read, journal.record(), journal.tip()) !== undefined;
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
    return { threadId, runId, status: 'waiting', approvals: approvalsLeft(), words, todos, todoPhases };
  }

  function approvalsLeft(): RunResult['approvals'] {
    try {
      const waiting = waitingRun(deps, runId);
      return waiting && waitingApprovals(read, waiting);
    } catch (error) {
      // It waits all the same, and who comes back to it asks again.
      deps.log('error', 'What a run waits for cannot be read', { runId, error: described(error) });
      return undefined;
    }
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
