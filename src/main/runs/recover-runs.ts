import { fail, type Failure, type Result } from '../../shared/lib/result.ts';
import type { RunRecord } from '../../shared/run/run-record.ts';
import type { Checkpoint } from '../../shared/thread/checkpoint.ts';
import { checkpointOf, type StoredCheckpoint } from '../threads/checkpoints.ts';
import { storeFailure } from '../threads/failures.ts';
import { runTip, unfinishedIn, unfinishedRuns } from '../threads/runs.ts';
import { headOf, sourceOf } from '../threads/thread-rows.ts';
import { commit } from './commit.ts';
import type { RunsDeps } from './deps.ts';
import { mendKeptTodos } from './kept-todos.ts';
import { lastStep } from './last-step.ts';
import { recoveryDrafts } from './recover.ts';
import { waitingRuns, withTasks, type WaitingRun } from './waiting-runs.ts';

/** How often the end of a run is tried again that the disk had no room for. */
const AGAIN_MS = 3000;

/**
 * Takes every run in hand that another process left: those that wait for approvals, of their own or of their sub-agents,
 * are given to `revive`, which lets them go on or leaves them as they are; the others are brought to their end, and so are
 * those that it fails for. Runs of programs may go on without us: they stay.
 */
export function recoverRuns(deps: RunsDeps, revive: (waiting: WaitingRun) => Result<unknown>): void {
  const { read } = deps.store;
  const runs = unfinishedRuns(read).filter(({ threadId }) => sourceOf(read, threadId) === undefined);
  const waiting = waitingRuns(deps, runs);
  const waits = new Set(waiting.flatMap(withTasks).map(({ run }) => run));
  // First: where they leave the head decides whether one that goes on has the active branch.
  interruptRuns(
    deps,
    runs.filter((run) => !waits.has(run)),
  );
  for (const one of waiting) {
    const revived = revive(one);
    if (!revived.ok) {
      interruptRuns(
        deps,
        withTasks(one).map(({ run }) => run),
        revived.error,
      );
    }
  }
}

/** Brings the runs of a thread, and of its sub-agents', to their end that came in unfinished. */
export function endRuns(deps: RunsDeps, threadId: string): void {
  interruptRuns(deps, unfinishedIn(deps.store.read, threadId));
}

/**
 * The run that waits for approvals on a thread and that no process works on: the one on the active branch, else, unless
 * `there`, the newest beside it.
 */
export function restingRun(
  deps: Pick<RunsDeps, 'store' | 'log'>,
  threadId: string,
  there = false,
): WaitingRun | undefined {
  const unfinished = unfinishedIn(deps.store.read, threadId);
  const resting = waitingRuns(deps, unfinished).filter(({ run }) => run.threadId === threadId);
  const head = headOf(deps.store.read, threadId);
  return resting.find(({ tip }) => tip === head) ?? (there ? undefined : resting.at(-1));
}

/** Ends runs of which nothing more will come. One that cannot be read stays as it is. `why`: what the person can do about it. */
export function interruptRuns(deps: RunsDeps, runs: readonly RunRecord[], why?: Failure): void {
  const waiting: RunRecord[] = [];
  for (const run of runs) {
    const recovered = recoverRun(deps, run, why);
    if (recovered.ok) {
      deps.log('info', 'A run was interrupted', { runId: run.id });
    } else {
      deps.log('error', 'A run could not be recovered', { runId: run.id, code: recovered.error.code });
      if (recovered.error.code === 'disk_full') waiting.push(run);
    }
  }
  if (waiting.length > 0) setTimeout(() => interruptRuns(deps, waiting, why), AGAIN_MS).unref();
}

function recoverRun(deps: RunsDeps, run: RunRecord, why: Failure | undefined): Result<unknown> {
  const { id: runId, threadId } = run;
  const { read } = deps.store;
  try {
    const tip = runTip(read, runId);
    const page = tip === undefined ? undefined : lastStep(read, threadId, tip);
    if (tip === undefined || page === undefined) return fail('entry_not_found', 'The run has no branch');
    const kept = checkpointOf(read, runId);
    const checkpoint = kept === undefined ? undefined : answerOf(kept);
    const drafts = recoveryDrafts({ run, path: page.entries, notes: page.notes, checkpoint, why }, deps.newId);
    // One that had not written yet may hang from the head, which it is to leave where it is.
    const stays = run.side === true && page.entries.at(-1)?.runId !== runId;
    const ended = commit(deps, { threadId, runId, tip, head: stays ? 'stay' : 'follow' }, drafts);
    // The kill may have come between the entry that wrote a list and its copy.
    return ended.ok ? mendKeptTodos(deps.store, threadId) : ended;
  } catch (error) {
    return { ok: false, error: storeFailure(error) };
  }
}

function answerOf({ step, model, text, reasoning, sentAt, firstTokenAt }: StoredCheckpoint): Checkpoint {
  return { step, model, text, reasoning, sentAt, firstTokenAt };
}
