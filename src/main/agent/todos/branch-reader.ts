import type { PathEntry } from '../../../shared/thread/entry.ts';

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
      sent = read;
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
