import type { Checkpoint } from '../../shared/thread/checkpoint.ts';
import { branchPage, type BranchPage } from '../threads/branches.ts';
import { checkpointOf, type StoredCheckpoint } from '../threads/checkpoints.ts';
import type { ReadDb } from '../threads/database.ts';
import { runTip, unfinishedRuns } from '../threads/runs.ts';
import { commit } from './commit.ts';
import type { RunsDeps } from './deps.ts';
import { recoveryDrafts } from './recover.ts';

/** More than nearly any step has entries: its answer, and one result for each of its calls. */
const STEP_ENTRIES = 500;

/** Brings every run to its end that the last process left running. */
export function recoverRuns(deps: RunsDeps): void {
  for (const run of unfinishedRuns(deps.store.read)) {
    const { id: runId, threadId } = run;
    const tip = runTip(deps.store.read, runId);
    const page = tip === undefined ? undefined : endOfBranch(deps.store.read, threadId, tip);
    if (tip === undefined || page === undefined) {
      deps.log('error', 'A run without a branch cannot be recovered', { runId });
      continue;
    }
    const kept = checkpointOf(deps.store.read, runId);
    const checkpoint = kept?.parentId === tip ? answerOf(kept) : undefined;
    const drafts = recoveryDrafts({ run, path: page.entries, notes: page.notes, checkpoint }, deps.newId);
    const done = commit(deps, { threadId, runId, tip }, drafts);
    if (done.ok) deps.log('info', 'A run was interrupted', { runId });
    else deps.log('error', 'A run could not be recovered', { runId, code: done.error.code });
  }
}

/** From the newest answer on, or all of it where there is none. */
function endOfBranch(db: ReadDb, threadId: string, tip: string): BranchPage | undefined {
  for (let limit = STEP_ENTRIES; ; limit *= 4) {
    const page = branchPage(db, { threadId, endsAt: tip, limit });
    const isWhole = page?.hasEarlier !== true || page.entries.some((entry) => entry.kind === 'assistant_message');
    if (isWhole) return page;
  }
}

function answerOf({ step, model, text, reasoning, sentAt, firstTokenAt }: StoredCheckpoint): Checkpoint {
  return { step, model, text, reasoning, sentAt, firstTokenAt };
}
