import type { Failure } from '../lib/result.ts';
import type { ChangedFile, FilesUnknown } from './changed-files.ts';

/** A changed file as the Files view shows it. */
export type ChangedFileRow = Pick<ChangedFile, 'root' | 'path' | 'by' | 'at' | 'gap'> & {
  /** From the first of the changes to the last; of a reverted file, what was reverted. */
  readonly status: 'added' | 'modified' | 'deleted';
  readonly reverted: boolean;
  /** Whether it was there after its last change. */
  readonly exists: boolean;
  /** Absent of what is no text, or was not kept. */
  readonly lines?: { readonly added: number; readonly removed: number };
};

export type ChangedFilesAnswer = {
  readonly files: readonly ChangedFileRow[];
  /** How many more changed than are listed. */
  readonly more: number;
  readonly unknown: readonly FilesUnknown[];
  /** Every run that changed files, in order; their numbers count all runs of the thread, from 1. */
  readonly runs: readonly { readonly runId: string; readonly number: number; readonly startedAt: number }[];
};

export type FilePlace = { readonly root: string; readonly path: string };

export type RevertAnswer = {
  readonly done: readonly FilePlace[];
  readonly refused: readonly (FilePlace & { readonly error: Failure })[];
};
