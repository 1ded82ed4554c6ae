import type { RunningThread } from '../../shared/run/running.ts';
import type { RunRecord } from '../../shared/run/run-record.ts';
import type { ThreadSummary } from '../../shared/thread/summary.ts';
import { planItems, planProgress, type Plan } from '../../shared/todos/plan.ts';
import { approvalsOf } from './approvals.ts';
import { spawnedByOf } from './children.ts';
import type { ReadDb } from './database.ts';
import { planAt } from './plans.ts';
import { runTip, unfinishedRuns } from './runs.ts';
import { threadSummary } from './summaries.ts';

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
    const tip = runTip(db, run.id) ?? '';
    const plan = planAt(db, tip);
    const approvals = family?.flatMap((member) => approvalsOf(db, member)) ?? [];
    const shown = summary.runId === run.id ? summary : besideIt(summary, run, tip, plan);
    return [{ summary: shown, runId: run.id, items: plan === undefined ? [] : planItems(plan), approvals }];
  });
}

/** The thread as it stands with a run that works beside the one that its summary tells of. */
function besideIt(summary: ThreadSummary, run: RunRecord, tip: string, plan: Plan | undefined): ThreadSummary {
  const { id: runId, status, startedAt, agent } = run;
  return {
    ...summary,
    runId,
    status,
    startedAt,
    finishedAt: undefined,
    error: undefined,
    side: { entryId: tip },
    agent: agent.name,
    agentId: agent.id,
    model: agent.model,
    plan: plan && planProgress(plan),
  };
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
