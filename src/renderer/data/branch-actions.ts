import type { RequestInput } from '../../shared/ipc/contract.ts';
import type { Siblings } from '../../shared/thread/window.ts';
import { showContextNow } from '../state/context-at.ts';
import { navigate } from '../state/route.ts';
import { showFailure } from '../ui/toast.tsx';
import { ask, failureOf } from './bridge.ts';

// What can be done with the branches of a thread from more than one place. Pushes bring what has changed.

function onError(error: unknown): void {
  showFailure(failureOf(error));
}

export function activateBranch(threadId: string, entryId: string): void {
  // What was looked at is of another branch.
  showContextNow();
  ask('branch.activate', { threadId, entryId }).catch(onError);
}

/** The branch beside this one, where there is one. */
export function activateSibling(threadId: string, { previousId, nextId }: Siblings, step: 1 | -1): void {
  const entryId = step === 1 ? nextId : previousId;
  if (entryId !== undefined) activateBranch(threadId, entryId);
}

export function labelBranch(threadId: string, entryId: string, label: string): void {
  ask('branch.label', { threadId, entryId, label }).catch(onError);
}

/** Copies the branch up to an entry into a new thread, and opens that. */
export async function forkThread(threadId: string, entryId: string): Promise<void> {
  try {
    const fork = await ask('branch.fork', { threadId, entryId });
    navigate({ view: 'thread', threadId: fork.threadId });
  } catch (error) {
    onError(error);
  }
}

export function regenerate(input: RequestInput<'run.regenerate'>): void {
  ask('run.regenerate', input).catch(onError);
}
