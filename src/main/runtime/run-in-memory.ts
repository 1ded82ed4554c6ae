import { v7 as newId } from 'uuid';
import type { Result } from '../../shared/lib/result.ts';
import { copyToMemory } from '../histories/copy-to-memory.ts';
import { forgetThread } from '../histories/remove-thread.ts';
import { pace } from '../lib/pace.ts';
import type { RunRequest } from '../runs/runs.ts';
import { newestLeafBelow } from '../threads/active-branch.ts';
import { wholeBranch } from '../threads/branches.ts';
import type { ReadDb } from '../threads/database.ts';
import type { Stores } from '../threads/stores.ts';
import { headOf } from '../threads/thread-rows.ts';
import { runBeginning, type RunBranch } from './run-beginning.ts';

type Where = { readonly threadId: string; readonly text: string | undefined; readonly branch: RunBranch | undefined };
type Beginning = Required<Pick<RunRequest, 'threadId'>> & Pick<RunRequest, 'input' | 'at'>;

const clock = (): number => performance.now();

/**
 * What a run begins with that is not to be saved, in a thread in memory: a copy of the branch that it goes on from. Fails
 * as `runBeginning` and `forkThread` do.
 */
export async function beginningInMemory(
  stores: Stores,
  { threadId, text, branch = {} }: Where,
): Promise<Result<Beginning>> {
  const { read } = stores.home;
  const { fromEntryId: from = headOf(read, threadId) ?? null, changes } = branch;
  // What is gone back to is more than what comes before it: what its calls were answered.
  const until = from === null || changes === undefined ? from : (newestLeafBelow(read, threadId, from) ?? from);
  const copied = await copyToMemory({ stores, now: Date.now, clock, newId, pace: pace(clock) }, threadId, until);
  if (!copied.ok) return copied;
  const fromEntryId = changes === undefined ? undefined : copyOf(stores.unsaved.read, copied.value, from);
  const where = { threadId: copied.value, text, branch: changes && { fromEntryId, changes } };
  const beginning = runBeginning(stores.unsaved.read, where, newId);
  if (!beginning.ok) {
    await forgetInMemory(stores, copied.value);
    return beginning;
  }
  return { ok: true, value: { threadId: copied.value, ...beginning.value } };
}

/** What an entry of the thread that was copied is in the copy. */
function copyOf(read: ReadDb, threadId: string, entryId: string | null): string | undefined {
  const path = wholeBranch(read, threadId, headOf(read, threadId) ?? '');
  return path.find(({ copiedFrom }) => copiedFrom?.entryId === entryId)?.id;
}

export function forgetInMemory({ unsaved }: Stores, threadId: string): Promise<Result<null>> {
  return forgetThread(unsaved, { pace: pace(clock) }, threadId);
}
