import type { PathEntry } from '../../../shared/thread/entry.ts';
import { openCalls } from '../open-calls.ts';

/** Reads a branch as it grows. */
export type BranchReader = {
  /** What came since the last time, oldest first. */
  readonly next: () => readonly PathEntry[];
  /** Leaves out what is there. */
  readonly skip: () => void;
  /** The model is about to be sent what is there now. */
  readonly requestSent: () => void;
  /** Whether a person has changed the plan in the meantime, so that the model does not know of it. */
  readonly editedSinceRequest: () => boolean;
};

export function branchReader(branch: () => readonly PathEntry[]): BranchReader {
  let read = 0;
  let sent = 0;
  return {
    next() {
      const entries = branch().slice(read);
      read += entries.length;
      return entries;
    },
    skip() {
      read = branch().length;
      sent = answeredFrom(branch());
    },
    requestSent() {
      sent = branch().length;
    },
    editedSinceRequest: () =>
      branch()
        .slice(sent)
        .some(({ kind }) => kind === 'user_todo_edit'),
  };
}

/**
 * Where the request stood that the end of a branch answers: before the message whose calls are still open, if some are. What
 * a person did right before that message may have come while it was made.
 */
function answeredFrom(branch: readonly PathEntry[]): number {
  const open = openCalls(branch);
  if (open === undefined) return branch.length;
  let at = branch.findLastIndex(({ id }) => id === open.messageId);
  while (branch[at - 1]?.kind === 'user_todo_edit') at -= 1;
  return at;
}
