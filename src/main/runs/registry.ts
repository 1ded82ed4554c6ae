import { must } from '../../shared/lib/assert.ts';
import { fail, ok, type Result } from '../../shared/lib/result.ts';
import type { PermissionQuestion } from '../../shared/run/permission.ts';
import { addRun, NO_RUNS, type RunCounts } from '../../shared/run/status.ts';
import type { Attachment } from '../../shared/thread/attachment.ts';
import type { Draft } from '../../shared/thread/draft.ts';
import { isPathEntry, type PathEntry } from '../../shared/thread/entry.ts';
import type { ThreadSummary } from '../../shared/thread/summary.ts';
import type { SpawnedBy } from '../../shared/thread/spawned-by.ts';
import type { ResolvedAgent } from '../agent/agent.ts';
import type { AgentReport, AgentTask } from '../agent/effects.ts';
import type { CompactionWish } from '../agent/compaction/parts.ts';
import { activateBranch } from '../threads/active-branch.ts';
import { rootThread } from '../threads/children.ts';
import { entryById } from '../threads/entries.ts';
import { entryNotFound } from '../threads/failures.ts';
import { isOnBranch } from '../threads/tree-walk.ts';
import { createThread, headOf, threadFacts } from '../threads/thread-rows.ts';
import { commit } from './commit.ts';
import type { RunsDeps } from './deps.ts';
import { beginRun, type ActiveRun, type RunResult, type RunSetup } from './active-run.ts';
import type { Verdict } from './approvals.ts';
import { familiesOf } from './families.ts';
import { checkDayCost } from './limits.ts';
import type { AskAgent, ParentRun } from './parent-run.ts';
import { createPlaces } from './places.ts';
import { sharedPlace } from './shared-place.ts';
import { beingCompacted, createThreadCompactions, type ThreadCompactions } from './thread-compactions.ts';

export type MessageInput = {
  readonly type: 'message';
  /** Absent: a person. */
  readonly origin?: 'agent';
  readonly text: string;
  readonly attachments?: readonly Attachment[];
};

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
  /** `again`: no message; the agent answers what the branch ends with. */
  readonly input: MessageInput | { readonly type: 'continue'; readonly runId: string } | { readonly type: 'again' };
  /** Absent: the head of the active branch. */
  readonly at?: BranchStart;
  /** The model sees so many of the newest messages that are there before the run. Absent: all. */
  readonly historyLimit?: number;
  readonly approveAfterMs?: number;
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
  /** A run's sub-agents stop with it. One that is stopped alone is an answer to whoever asked it. */
  readonly stop: (runId: string) => Result<null>;
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
  /** To be called when something was allowed in a thread: calls that wait for just that go on. */
  readonly permissionsChanged: (threadId: string) => void;
  /** Those that have not ended: they work, wait, are queued or paused. */
  readonly working: () => readonly WorkingRun[];
  /** What is so right now of a run, though the store does not know it. */
  readonly standing: (runId: string) => Partial<Pick<ThreadSummary, 'status' | 'error' | 'place' | 'pausing'>>;
  /** Ends every run as interrupted, and waits until each has committed what it had. */
  readonly close: () => Promise<void>;
};

/** What a continued run says for the person when the branch ends with an answer, which a model cannot answer itself. */
const CONTINUE_TEXT = 'Continue from where you stopped.';
const TITLE_LENGTH = 80;

/** The runs of one engine: at most one on the active branch of a thread, and any number beside it. */
export function createRuns(deps: RunsDeps): Runs {
  const active = new Map<string, ActiveRun>();
  const families = familiesOf(() => active.values());
  const places = createPlaces(deps.maxRuns, queueMoved);
  /** Where the newest run on the active branch of each thread came to, since this program started. */
  const tips = new Map<string, string>();
  const compactions = createThreadCompactions(deps);
  let closing = false;

  /** `work`: what the run of a sub-agent is started for. */
  function start(
    request: RunRequest,
    work?: { readonly parent: ParentRun; readonly spawnedBy: SpawnedBy },
  ): Result<StartedRun> {
    if (closing) return fail('closing', 'Runlight is closing');
    const threadId = request.threadId ?? deps.newId();
    const side = request.at?.activate === false;
    const busy = side ? ok(null) : makeRoom(threadId);
    if (!busy.ok) return busy;
    const affordable = checkDayCost(request.agent.snapshot, deps);
    if (!affordable.ok) return affordable;
    const from = openEntry(threadId, request, work?.spawnedBy);
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
    const { agent, historyLimit, approveAfterMs, onTodos, onTodoPhases, onApproval } = request;
    const last = tips.get(threadId);
    const resumed = last === undefined || !isOnBranch(deps.store.read, threadId, last, tip);
    const findAgent = request.findAgent ?? (async () => fail('agent_not_found', 'This agent works with no others'));
    const askAgent: AskAgent = (task, spawnedBy, parent, signal) => ask(request, task, { spawnedBy, parent }, signal);
    const stored = { id: runId, threadId, side, started, tip, historyLimit, place, ticket, resumed };
    const told = { onTodos, onTodoPhases, onApproval, parent: work?.parent };
    const run = beginRun({ ...stored, ...told, agent, approveAfterMs, findAgent, askAgent }, deps);
    active.set(runId, run);
    // Only now can it be asked for its place.
    if (!ticket.held()) deps.touched(threadId, true);
    deps.runsChanged();
    void run.saved.then(() => {
      active.delete(runId);
      if (!run.side) tips.set(threadId, run.tip());
      deps.runsChanged();
      const wish = run.leftWish();
      if (wish !== undefined && !closing) compactions.start(threadId, agent, wish);
    });
    return ok({ threadId, runId, ended: run.ended });
  }

  function ask(
    { findAgent, approveAfterMs, onTodos, onTodoPhases, onApproval }: RunRequest,
    { agent, task: text }: AgentTask,
    work: { readonly parent: ParentRun; readonly spawnedBy: SpawnedBy },
    signal: AbortSignal,
  ): Result<Promise<AgentReport>> {
    const most = deps.subagentDepth();
    if (work.parent.depth >= most) {
      return fail(
        'too_deep',
        `Agents may ask others over ${most} levels, and this would be one more`,
        'Do it yourself',
      );
    }
    const input = { type: 'message', origin: 'agent', text } as const;
    const started = start({ agent, input, findAgent, approveAfterMs, onTodos, onTodoPhases, onApproval }, work);
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
        return result;
      }),
    );
  }

  function onFamily(runId: string, act: (run: ActiveRun) => void): Result<null> {
    return onRun(runId, (run) => [run, ...families.below(run)].forEach(act));
  }

  function activate(threadId: string, entryId: string): Result<string> {
    const moved = activateBranch(deps.store.write, threadId, entryId);
    if (!moved.ok) return moved;
    const headId = moved.value;
    // Several may go on from the same entry: one of them is enough.
    let taken = false;
    for (const run of onThread(threadId)) taken = (!taken && run.headMoved(headId)) || taken;
    deps.publish({ type: 'entries', threadId, entries: [], headId });
    deps.touched(threadId, true);
    return moved;
  }

  /** Places in the queue show everywhere. */
  function queueMoved(runIds: readonly string[]): void {
    for (const runId of runIds) {
      const run = active.get(runId);
      if (run !== undefined) deps.touched(run.threadId, false);
    }
  }

  function onRun(runId: string, act: (run: ActiveRun) => void): Result<null> {
    const run = active.get(runId);
    if (run === undefined) return fail('run_not_active', 'This run has already ended');
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
    return fail('thread_busy', 'A run is already working on this thread', 'Wait until it ends, or stop it');
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
    const isOver = last === undefined || (last.kind === 'assistant_message' && last.calls.length === 0);
    if (input.type === 'again' && isOver) {
      return fail('nothing_to_answer', 'There is nothing here for the agent to answer', 'Write a message instead');
    }
    return ok(last);
  }

  return {
    start: (request) => start(request),
    activate,
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
      if (run === undefined) return fail('run_not_active', 'This run has already ended');
      const question = run.decide(callId, verdict);
      return question.ok ? ok({ threadId: run.threadId, question: question.value }) : question;
    },
    permissionsChanged: (threadId) =>
      onAll((run) => {
        const root = rootThread(deps.store.read, threadId);
        if (rootThread(deps.store.read, run.threadId) === root) run.permissionsChanged();
      }),
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
      onAll((run) => run.stop('interrupted'));
      await Promise.all([compactions.close(), ...[...active.values()].map((run) => run.ended)]);
    },
  };
}

/**
 * The entries that begin a run: what it answers, unless it goes on from a message that is there, its start, and that it
 * waits for a place.
 */
function firstDrafts(
  { agent, input, at, historyLimit }: RunRequest,
  last: PathEntry | undefined,
  hasPlace: boolean,
  newId: () => string,
): { readonly drafts: readonly Draft[]; readonly tip: string } {
  const body =
    input.type === 'message'
      ? ({
          kind: 'user_message',
          text: input.text,
          attachments: input.attachments,
          origin: input.origin ?? 'person',
        } as const)
      : input.type === 'continue' && (last === undefined || last.kind === 'assistant_message')
        ? ({ kind: 'user_message', text: CONTINUE_TEXT, origin: 'continue' } as const)
        : undefined;
  const message: Draft | undefined = body === undefined ? undefined : { id: newId(), body };
  const tip = must(message ?? last, 'what a run answers').id;
  const continues = input.type === 'continue' ? input.runId : undefined;
  const started: Draft = {
    id: newId(),
    targetId: tip,
    body: {
      kind: 'run_started',
      agent: agent.snapshot,
      continues,
      historyLimit,
      ...(at?.activate === false ? { side: true } : {}),
    },
  };
  const queued: Draft = { id: newId(), targetId: tip, body: { kind: 'run_queued' } };
  const notes = hasPlace ? [started] : [started, queued];
  return { drafts: message === undefined ? notes : [message, ...notes], tip };
}

function notQueued(): Result<never> {
  return fail('not_queued', 'This run does not wait in the queue', 'It has started, was paused or has ended');
}

function titleOf(text: string): string {
  const line = text.trim().split('\n', 1)[0] ?? '';
  return line.length <= TITLE_LENGTH ? line : `${line.slice(0, TITLE_LENGTH - 1).trimEnd()}…`;
}
