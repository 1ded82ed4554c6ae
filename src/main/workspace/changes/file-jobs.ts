import type { FileState } from '../../../shared/files/file-version.ts';
import type { FileDifference } from '../../../shared/files/file-difference.ts';
import type { Result } from '../../../shared/lib/result.ts';
import type { CopyOptions } from '../copies/copy-folder.ts';
import type { Root } from '../paths.ts';
import type { CommandChanges, Limits } from './tracker.ts';

/** What the file worker does, by name: what it is asked, and what it answers. */
export type FileJobs = {
  /** A tracker looks at its folder before a command; the first time it is made. */
  readonly before: { readonly input: TrackerFolders & { readonly limits: Limits }; readonly answer: null };
  /** It compares the folder after the command. */
  readonly after: {
    readonly input: { readonly tracker: string; readonly limits: Limits };
    readonly answer: CommandChanges;
  };
  readonly forget: { readonly input: { readonly tracker: string }; readonly answer: null };
  readonly differences: {
    /** `snapshotsAfter`: where what came after is kept, when that is elsewhere. */
    readonly input: {
      readonly snapshots: string;
      readonly snapshotsAfter?: string;
      readonly pairs: readonly StatePair[];
    };
    readonly answer: readonly FileDifference[];
  };
  readonly copy: { readonly input: CopyOptions; readonly answer: Result<null> };
};

type TrackerFolders = {
  readonly tracker: string;
  readonly root: Root;
  /** The folder of snapshots of what has changed. */
  readonly kept: string;
  /** The file for what may change; nothing is there yet. */
  readonly scratch: string;
};

export type StatePair = { readonly before: FileState; readonly after: FileState };

export type FileJobName = keyof FileJobs;
export type FileJobInput<K extends FileJobName> = FileJobs[K]['input'];
export type FileJobAnswer<K extends FileJobName> = FileJobs[K]['answer'];

export type FileJob = {
  readonly [K in FileJobName]: { readonly id: number; readonly name: K; readonly input: FileJobInput<K> };
}[FileJobName];
export type FileJobEnd =
  | { readonly id: number; readonly ok: true; readonly answer: unknown }
  | { readonly id: number; readonly ok: false; readonly message: string };
