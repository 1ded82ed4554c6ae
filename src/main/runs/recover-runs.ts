import { fail, type Result } from '../../shared/lib/result.ts';
import type { RunRecord } from '../../shared/run/run-record.ts';
import type { Checkpoint } from '../../shared/thread/checkpoint.ts';
import { branchPage, type BranchPage } from '../threads/branches.ts';
import { familyOf } from '../threads/children.ts';
import { checkpointOf, type StoredCheckpoint } from '../threads/checkpoints.ts';
import type { ReadDb } from '../threads/database.ts';
import { storeFailure } from '../threads/failures.ts';
import { runTip, unfinishedRuns } from '../threads/runs.ts';
import { sourceOf } from '../threads/thread-rows.ts';
import { commit } from './commit.ts';
import type { RunsDeps } from './deps.ts';
import { recoveryDrafts } from './recover.ts';

/** More than nearly any step has entries: its answer, and one result for each of its calls. */
const STEP_ENTRIES = 500;

/** How often the end of a run is tried again that the disk had no room for. */
const AGAIN_MS = 3000;

/**
 * Brings every run to its end that another process left running: of all threads, or of one and those of its sub-agents. Those of programs may go on
 * without us: they stay.
 */
export function recoverRuns(deps: RunsDeps, ofThread?: string): void {
  const { read } = deps.store;
  const family = ofThread === undefined ? undefined : new Set(familyOf(read, ofThread));
  interruptRuns(
    deps,
    unfinishedRuns(read).filter(({ threadId }) =>
      family === undefined ? sourceOf(read, threadId) === undefined : family.has(threadId),
    ),
  );
}

/** Ends runs of which nothing more will come. One that cannot be read stays as it is. */
export function interruptRuns(deps: RunsDeps, runs: readonly RunRecord[]): void {
  const waiting: RunRecord[] = [];
  for (const run of runs) {
    const recovered = recoverRun(deps, run);
    if (recovered.ok) {
      deps.log('info', 'A run was interrupted', { runId: run.id });
    } else {
      deps.log('error', 'A run could not be recovered', { runId: run.id, code: recovered.error.code });
      if (recovered.error.code === 'disk_full') waiting.push(run);
    }
  }
  if (waiting.length > 0) setTimeout(() => interruptRuns(deps, waiting), AGAIN_MS).unref();
}

function recoverRun(deps: RunsDeps, run: RunRecord): Result<unknown> {
  const { id: runId, threadId } = run;
  const { read } = deps.store;
  try {
    const tip = runTip(read, runId);
    const page = tip === undefined ? undefined : endOfBranch(read, threadId, tip);
    if (tip === undefined || page === undefined) return fail('entry_not_found', 'The run has no branch');
    const kept = checkpointOf(read, runId);
    const checkpoint = kept?.parentId === tip ? answerOf(kept) : undefined;
    const drafts = recoveryDrafts({ run, path: page.entries, notes: page.notes, checkpoint }, deps.newId);
    // One that had not written yet may hang from the head, which it is to leave where it is.
    const stays = run.side === true && page.entries.at(-1)?.runId !== runId;
    return commit(deps, { threadId, runId, tip, head: stays ? 'stay' : 'follow' }, drafts);
  } catch (error) {
    return { ok: false, error: storeFailure(error) };
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
