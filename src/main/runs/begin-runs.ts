import { fail, ok, type Result } from '../../shared/lib/result.ts';
import type { SpawnedBy } from '../../shared/thread/spawned-by.ts';
import type { ResolvedAgent } from '../agent/agent.ts';
import type { AgentReport, AgentTask } from '../agent/effects.ts';
import { beginRun, type ActiveRun } from './active-run.ts';
import type { ActiveRuns } from './active-runs.ts';
import { beginningOf } from './beginning.ts';
import { commit } from './commit.ts';
import type { RunsDeps } from './deps.ts';
import { firstDrafts } from './first-drafts.ts';
import { checkDayCost } from './limits.ts';
import { mendKeptTodos } from './kept-todos.ts';
import type { ParentRun } from './parent-run.ts';
import type { Places } from './places.ts';
import type { RunSetup } from './run-setup.ts';
import type { Revival, RunRequest, StartedRun } from './runs.ts';
import { sharedPlace } from './shared-place.ts';
import { createSittings, resumesPlan } from './sittings.ts';
import { reportOf, storedTask } from './tasks.ts';

/** For whom a run works. */
export type Work = { readonly parent: ParentRun; readonly spawnedBy: SpawnedBy };

export type BeginRuns = {
  /** `work`: what the run of a sub-agent is started for; its thread is where the one is that it works for. */
  readonly start: (request: RunRequest, work?: Work) => Result<StartedRun>;
  /** Of a run whose first entries are stored. `tasks`: runs that go on with it and work on its open calls, by call id. */
  readonly begin: (
    stored: StoredRun,
    revival: Revival,
    deps: RunsDeps,
    tasks?: ReadonlyMap<string, TaskRun>,
  ) => StartedRun;
};

export type StoredRun = Omit<RunSetup, 'resumed' | 'askAgent' | 'takeUpTask' | 'unattended' | keyof Revival> & {
  /** It goes on with the plan as it was. */
  readonly isRevived?: true;
};

export type TaskRun = StartedRun & { readonly agent: string };

type Parts = {
  readonly active: ActiveRuns;
  readonly places: Places;
  /** The engine's deps for runs in a store. */
  readonly depsIn: (store: RunsDeps['store']) => RunsDeps;
  /** Refuses a run on the active branch of a thread that is not free. */
  readonly makeRoom: (threadId: string) => Result<null>;
  /** A run has ended, and all of it is stored. */
  readonly ended: (run: ActiveRun, agent: ResolvedAgent) => void;
  /** Nobody decides about what the run waits for. */
  readonly unattended: (runId: string) => void;
};

/** Starts runs, those of sub-agents included. */
export function createBeginRuns(engine: RunsDeps, parts: Parts): BeginRuns {
  const { active, places, depsIn, makeRoom } = parts;
  const sittings = createSittings((threadId) => engine.stores.of(threadId).read);

  function start(request: RunRequest, work?: Work): Result<StartedRun> {
    const threadId = request.threadId ?? engine.newId();
    const { stores } = engine;
    const isSaved = request.saveHistory ?? true;
    const deps = depsIn(isSaved ? stores.of(work?.spawnedBy.threadId ?? threadId) : stores.unsaved);
    const side = request.at?.activate === false;
    const busy = side ? ok(null) : makeRoom(threadId);
    if (!busy.ok) return busy;
    const affordable = checkDayCost(request.agent.snapshot, deps);
    if (!affordable.ok) return affordable;
    const beginning = beginningOf(deps, threadId, request, work?.spawnedBy);
    if (!beginning.ok) return beginning;
    const { last, creates } = beginning.value;
    const runId = deps.newId();
    const place = work?.parent.place ?? sharedPlace(places, runId);
    const ticket = place(work !== undefined);
    const { drafts, tip } = firstDrafts(request, last, ticket.held(), deps.newId);
    const head = side ? 'stay' : request.at === undefined ? 'follow' : 'take';
    const first = commit(deps, { threadId, runId, tip: last?.id ?? null, head, creates }, drafts);
    if (!first.ok) {
      ticket.leave();
      return first;
    }
    // The branch that it begins may have had another list than the one that was active.
    const mended = head === 'take' ? mendKeptTodos(deps.store, threadId) : ok(null);
    if (!mended.ok) deps.log('warn', 'A list was not copied to its thread', { threadId, code: mended.error.code });
    const started = first.value.entries;
    deps.log('info', 'A run started', { runId, threadId, model: request.agent.snapshot.model, tip });
    const stored = { id: runId, threadId, side, started, tip, place, ticket, parent: work?.parent };
    return ok(begin(stored, request, deps));
  }

  const begin: BeginRuns['begin'] = ({ isRevived, ...stored }, revival, deps, tasks = new Map()) => {
    const { id: runId, threadId, ticket, tip } = stored;
    const since = sittings.since(threadId, tip);
    const { agent, onTodos, onTodoPhases, onApproval } = revival;
    const run = beginRun(
      {
        ...stored,
        resumed: isRevived !== true && resumesPlan(deps.store.read, threadId, { since, tip }),
        agent,
        onTodos,
        onTodoPhases,
        onApproval,
        findAgent: revival.findAgent ?? (async () => fail('agent_not_found', 'This agent works with no others')),
        askAgent: (task, spawnedBy, parent, signal) => ask(revival, task, { spawnedBy, parent }, signal),
        takeUpTask(spawnedBy, signal) {
          const task = tasks.get(spawnedBy.callId);
          if (task === undefined) return storedTask(deps.store.read, spawnedBy);
          return { agent: task.agent, report: reportOf(active, task, signal) };
        },
        unattended: () => parts.unattended(runId),
      },
      deps,
    );
    active.add(run);
    // Only now can it be asked for its place.
    if (ticket?.held() !== true) deps.touched(threadId, true);
    deps.runsChanged();
    void run.saved.then(() => {
      if (!run.side) sittings.ended(threadId, { since, tip: run.tip() });
      parts.ended(run, agent);
    });
    return { threadId, runId, ended: run.ended };
  };

  function ask(
    { findAgent, onTodos, onTodoPhases, onApproval }: Revival,
    { agent, task: text }: AgentTask,
    work: Work,
    signal: AbortSignal,
  ): Result<Promise<AgentReport>> {
    const most = engine.subagentDepth();
    if (work.parent.depth >= most) {
      const message = `Agents may ask others over ${most} levels, and this would be one more`;
      return fail('too_deep', message, 'Do it yourself');
    }
    const input = { type: 'message', origin: 'agent', text } as const;
    const started = start({ agent, input, findAgent, onTodos, onTodoPhases, onApproval }, work);
    if (!started.ok) return started;
    const report = reportOf(active, started.value, signal);
    if (work.parent.isPausing()) active.get(started.value.runId)?.pause();
    return ok(report);
  }

  return { start, begin };
}
