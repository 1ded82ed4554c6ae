import type { RunningThread } from '../../shared/run/running.ts';
import type { RunRecord } from '../../shared/run/run-record.ts';
import { planItems } from '../../shared/todos/plan.ts';
import { approvalsOf } from './approvals.ts';
import { spawnedByOf } from './children.ts';
import type { ReadDb } from './database.ts';
import { planAt } from './plans.ts';
import { unfinishedRuns } from './runs.ts';
import { threadSummary } from './summaries.ts';
import { headOf } from './thread-rows.ts';

/**
 * Threads with a run that has not ended, the newest run first; one that was deleted is none of them. A sub-agent shows
 * with what it works for.
 */
export function runningThreads(db: ReadDb): readonly RunningThread[] {
  const runs = unfinishedRuns(db);
  const families = Map.groupBy(runs, topOf(db, runs));
  return runs.toReversed().flatMap((run): readonly RunningThread[] => {
    const family = families.get(run.id);
    const summary = family && threadSummary(db, run.threadId);
    if (summary === undefined) return [];
    const headId = headOf(db, run.threadId) ?? null;
    const plan = headId === null ? undefined : planAt(db, headId);
    const approvals = family?.flatMap((member) => approvalsOf(db, member)) ?? [];
    return [{ summary, runId: run.id, items: plan === undefined ? [] : planItems(plan), approvals }];
  });
}

/** Finds the id of the run that a run works for in the end: its own, where no other one waits for it. */
function topOf(db: ReadDb, runs: readonly RunRecord[]): (run: RunRecord) => string {
  const parents = new Map(runs.map(({ id, threadId }) => [id, spawnedByOf(db, threadId)?.runId]));
  return ({ id }) => {
    let top = id;
    for (let up = parents.get(top); up !== undefined && parents.has(up); up = parents.get(top)) top = up;
    return top;
  };
}
