import type { RunRecord } from '../../shared/run/run-record.ts';
import type { WaitingApproval } from '../../shared/run/running.ts';
import type { SpawnedBy } from '../../shared/thread/spawned-by.ts';
import { approvalsOf } from '../threads/approvals.ts';
import { spawnedByOf } from '../threads/children.ts';
import type { ReadDb } from '../threads/database.ts';
import { storeFailure } from '../threads/failures.ts';
import { firstRunOf, isOwnRun, runById, runTip, unfinishedIn } from '../threads/runs.ts';
import { threadSummary } from '../threads/summaries.ts';
import { sourceOf } from '../threads/thread-rows.ts';
import type { RunsDeps } from './deps.ts';
import { begunCalls, waitingTurn } from './waiting-turn.ts';

/**
 * A run that waits for people, by what is stored: with calls of its own, none of which has begun, or with tasks that it has
 * given. There it can be left, and gone on with by a later process.
 */
export type WaitingRun = {
  readonly run: RunRecord;
  readonly tip: string;
  /** The answer with whose calls it waits. */
  readonly messageId: string;
  /** The runs that work on its tasks and wait themselves, by call; none of a run that waits with calls of its own. */
  readonly tasks: ReadonlyMap<string, WaitingRun>;
};

/**
 * Those of the unfinished runs that wait, each with those of them that wait below it. What came in from a file, belongs to a
 * program or is deleted does not: nor does what works for a run that does not.
 */
export function waitingRuns(
  { store: { read }, log }: Pick<RunsDeps, 'store' | 'log'>,
  unfinished: readonly RunRecord[],
): readonly WaitingRun[] {
  const workers = Map.groupBy(unfinished, (run) => employerOf(read, run)?.runId);

  function asWaiting(run: RunRecord): WaitingRun | undefined {
    const { id, threadId } = run;
    const tip = runTip(read, id);
    const isOurs = isOwnRun(read, id) && sourceOf(read, threadId) === undefined;
    if (tip === undefined || !isOurs || threadSummary(read, threadId) === undefined) return undefined;
    const own = waitingTurn(read, run, tip);
    if (own !== undefined) return { run, tip, messageId: own.messageId, tasks: new Map() };
    const begun = workers.has(id) ? begunCalls(read, run, tip) : undefined;
    if (begun === undefined) return undefined;
    const tasks = new Map<string, WaitingRun>();
    for (const worker of workers.get(id) ?? []) {
      const { messageId, callId = '' } = employerOf(read, worker) ?? {};
      const isOpen = messageId === begun.messageId && begun.calls.some((call) => call.id === callId);
      const waits = isOpen ? asWaiting(worker) : undefined;
      if (waits !== undefined) tasks.set(callId, waits);
    }
    return tasks.size === 0 ? undefined : { run, tip, messageId: begun.messageId, tasks };
  }

  return (workers.get(undefined) ?? []).flatMap((run) => {
    try {
      return asWaiting(run) ?? [];
    } catch (error) {
      log('error', 'A run that waits cannot be read', { runId: run.id, code: storeFailure(error).code });
      return [];
    }
  });
}

/** A run that waits, by its id; `undefined` of one that does not, or works for another. */
export function waitingRun(deps: Pick<RunsDeps, 'store' | 'log'>, runId: string): WaitingRun | undefined {
  const { read } = deps.store;
  const threadId = runById(read, runId)?.threadId;
  const unfinished = threadId === undefined ? [] : unfinishedIn(read, threadId);
  return waitingRuns(deps, unfinished).find(({ run }) => run.id === runId);
}

/** What a run works for. Later runs in the thread of a sub-agent are a person's own. */
function employerOf(db: ReadDb, { id, threadId }: RunRecord): SpawnedBy | undefined {
  const spawnedBy = spawnedByOf(db, threadId);
  return spawnedBy !== undefined && firstRunOf(db, threadId) === id ? spawnedBy : undefined;
}

/** It, and those below it. */
export function withTasks(waiting: WaitingRun): readonly WaitingRun[] {
  return [waiting, ...[...waiting.tasks.values()].flatMap(withTasks)];
}

/** The calls that people are asked about, in it and below it. */
export function waitingApprovals(db: ReadDb, waiting: WaitingRun): readonly WaitingApproval[] {
  return withTasks(waiting).flatMap(({ run }) => approvalsOf(db, run));
}
