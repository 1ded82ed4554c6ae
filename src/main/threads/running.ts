import type { RunningThread, WaitingApproval } from '../../shared/run/running.ts';
import { planItems } from '../../shared/todos/plan.ts';
import { reading, type ReadDb } from './database.ts';
import { notesAbout } from './entries.ts';
import { planAt } from './plans.ts';
import { unfinishedRuns } from './runs.ts';
import { threadSummary } from './summaries.ts';
import { headOf } from './thread-rows.ts';

/** Threads with a run that has not ended, the newest run first; one that was deleted is none of them. */
export function runningThreads(db: ReadDb): readonly RunningThread[] {
  return unfinishedRuns(db)
    .toReversed()
    .flatMap(({ id: runId, threadId, asking }): readonly RunningThread[] => {
      const summary = threadSummary(db, threadId);
      if (summary === undefined) return [];
      const headId = headOf(db, threadId) ?? null;
      const plan = headId === null ? undefined : planAt(db, headId);
      return [
        {
          summary,
          runId,
          items: plan === undefined ? [] : planItems(plan),
          approvals: approvalsOf(db, threadId, runId, asking),
        },
      ];
    });
}

const ASKED_ABOUT = reading<{ threadId: string; runId: string }, { entry_id: string }>(
  'messagesThatAsk',
  `SELECT DISTINCT entry_id FROM spans INDEXED BY spans_active
   WHERE run_id = :runId AND ended_at IS NULL AND thread_id = :threadId AND kind = 'approval'`,
);

function approvalsOf(
  db: ReadDb,
  threadId: string,
  runId: string,
  asking: readonly string[],
): readonly WaitingApproval[] {
  if (asking.length === 0) return [];
  const messages = ASKED_ABOUT.all(db, { threadId, runId }).map((row) => row.entry_id);
  return notesAbout(db, messages).flatMap((note): readonly WaitingApproval[] => {
    if (note.kind !== 'approval_asked' || !asking.includes(note.callId)) return [];
    const { callId, toolName, arguments: text, approvesAt } = note;
    return [{ callId, toolName, arguments: text, ...(approvesAt === undefined ? {} : { approvesAt }) }];
  });
}
