import { ok, type Result } from '../../shared/lib/result.ts';
import type { Stores } from '../threads/stores.ts';
import { forkThread, type ForkDeps } from './fork-thread.ts';

export type MemoryDeps = Omit<ForkDeps, 'write' | 'from'> & { readonly stores: Stores };

/**
 * The thread in memory for a run that goes on from an entry of a saved thread and is not to be saved: a copy of the branch
 * up to there, or a new one where that is `null`. Answers its id. Fails as `forkThread` does.
 */
export async function copyToMemory(
  { stores, ...deps }: MemoryDeps,
  threadId: string,
  entryId: string | null,
): Promise<Result<string>> {
  if (entryId === null) return ok(deps.newId());
  return forkThread({ ...deps, write: stores.unsaved.write, from: stores.home.read }, threadId, entryId);
}
