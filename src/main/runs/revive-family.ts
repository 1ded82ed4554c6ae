import { must } from '../../shared/lib/assert.ts';
import { fail, ok, type Result } from '../../shared/lib/result.ts';
import { ASK_TOOL } from '../../shared/run/agent-tools.ts';
import type { Draft } from '../../shared/thread/draft.ts';
import { callIn, type Entry } from '../../shared/thread/entry.ts';
import type { ResolvedAgent } from '../agent/agent.ts';
import { namedAgents } from '../agent/named-agents.ts';
import { entriesOfRun, entryById } from '../threads/entries.ts';
import { headOf } from '../threads/thread-rows.ts';
import type { ActiveRuns } from './active-runs.ts';
import type { BeginRuns, TaskRun } from './begin-runs.ts';
import { commit } from './commit.ts';
import type { RunsDeps } from './deps.ts';
import type { ParentRun } from './parent-run.ts';
import type { Places } from './places.ts';
import type { Revival, StartedRun } from './runs.ts';
import { sharedPlace } from './shared-place.ts';
import type { WaitingRun } from './waiting-runs.ts';
import { workedUntil } from './work-time.ts';

/** A run that waits, with the agent that goes on with it and the entries that it has by then. */
type Ready = {
  readonly waiting: WaitingRun;
  readonly agent: ResolvedAgent;
  readonly started: readonly Entry[];
  readonly tasks: ReadonlyMap<string, Ready>;
};

type Parts = { readonly active: ActiveRuns; readonly places: Places; readonly begin: BeginRuns['begin'] };

/** Lets a run go on with all that wait below it, or none of them. */
export function reviveFamily(
  waiting: WaitingRun,
  revival: Revival,
  deps: RunsDeps,
  { active, places, begin }: Parts,
): Result<StartedRun> {
  const ready = makeReady(waiting, revival, deps);
  if (!ready.ok) return ready;
  const { id } = waiting.run;

  function goOn({ waiting: { run, tip }, agent, started, tasks }: Ready, parent?: ParentRun): TaskRun {
    const { threadId } = run;
    const side = headOf(deps.store.read, threadId) !== tip;
    const place = parent?.place ?? sharedPlace(places, id);
    const working = new Map<string, TaskRun>();
    const stored = { id: run.id, threadId, side, started, tip, place, parent, isRevived: true } as const;
    const begun = begin(stored, { ...revival, agent }, deps, working);
    const own = must(active.get(run.id), 'a run that has begun');
    // It asks for them only once its branch is read.
    for (const [callId, task] of tasks) working.set(callId, goOn(task, own));
    return { ...begun, agent: agent.snapshot.name };
  }

  return ok(goOn(ready.value));
}

function makeReady(waiting: WaitingRun, revival: Revival, deps: RunsDeps): Result<Ready> {
  const { run, tip, messageId } = waiting;
  const tasks = new Map<string, Ready>();
  for (const [callId, task] of waiting.tasks) {
    const worker = revival.workerOf?.(task.run) ?? workerBeside(revival.agent, callOf(deps, messageId, callId));
    const ready = worker.ok ? makeReady(task, { ...revival, agent: worker.value }, deps) : worker;
    if (!ready.ok) return ready;
    tasks.set(callId, ready.value);
  }
  const before = entriesOfRun(deps.store.read, run.id);
  const body = { kind: 'run_revived', workedMs: workedUntil(before) } as const;
  const note: Draft = { id: deps.newId(), targetId: messageId, body };
  const noted = commit(deps, { threadId: run.threadId, runId: run.id, tip, head: 'stay' }, [note]);
  if (!noted.ok) return noted;
  deps.log('info', 'A run goes on that waited', { runId: run.id, threadId: run.threadId });
  return ok({ waiting, agent: revival.agent, started: [...before, ...noted.value.entries], tasks });
}

/** The agent that lives with the one that asked it. */
function workerBeside({ tools, subagents = [] }: ResolvedAgent, toolName: string | undefined): Result<ResolvedAgent> {
  const taken = tools.map(({ name }) => name);
  const found = namedAgents(ASK_TOOL, subagents, taken).find((named) => named.toolName === toolName);
  if (found !== undefined) return ok(found.agent);
  return fail('agent_not_found', 'An agent that it had given a task to is not there', 'Add it again');
}

function callOf({ store: { read } }: RunsDeps, messageId: string, callId: string): string | undefined {
  const message = entryById(read, messageId);
  return message && callIn(message, callId)?.name;
}
