import { branchPage } from '../threads/branches.ts';
import type { Checkpoint } from '../agent/effects.ts';
import { checkpointOf, type Checkpoint as StoredCheckpoint } from '../threads/checkpoints.ts';
import { runTip, unfinishedRuns } from '../threads/runs.ts';
import { commit } from './commit.ts';
import type { RunsDeps } from './deps.ts';
import { recoveryDrafts } from './recover.ts';

/** More than any turn has entries: its answer, and one result for each of its calls. */
const TURN = 500;

/** Brings every run to its end that the last process left running. */
export function recoverRuns(deps: RunsDeps): void {
  for (const run of unfinishedRuns(deps.store.read)) {
    const { id: runId, threadId } = run;
    const tip = runTip(deps.store.read, runId);
    const page = tip === undefined ? undefined : branchPage(deps.store.read, { threadId, endsAt: tip, limit: TURN });
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

function answerOf({ step, model, text, reasoning, sentAt, firstTokenAt }: StoredCheckpoint): Checkpoint {
  return { step, model, text, reasoning, sentAt, firstTokenAt };
}
