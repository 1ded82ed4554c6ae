import { fail, ok, type Result } from '../../shared/lib/result.ts';
import type { Draft } from '../../shared/thread/draft.ts';
import { headOf } from '../threads/thread-rows.ts';
import type { ActiveRun } from './active-run.ts';
import { commit } from './commit.ts';
import type { RunsDeps } from './deps.ts';

/** Where a thread's active branch ends at this moment. It moves: whoever appends does so at once. */
export type BranchEnd = {
  readonly tip: string;
  /** The run that works on the branch. */
  readonly run?: Pick<ActiveRun, 'id' | 'stripsTodos'>;
  /** Commits what a person adds: through the run, which goes on from it. */
  readonly append: (drafts: readonly Draft[]) => Result<unknown>;
};

/** `run`: the one that works on the thread's active branch. */
export function branchEnd(deps: RunsDeps, threadId: string, run: ActiveRun | undefined): Result<BranchEnd> {
  if (run !== undefined) return ok({ tip: run.tip(), run, append: run.interject });
  const tip = headOf(deps.store.read, threadId) ?? undefined;
  if (tip === undefined) return fail('thread_not_found', 'This thread does not exist any more');
  return ok({ tip, append: (drafts) => commit(deps, { threadId, tip }, drafts) });
}
