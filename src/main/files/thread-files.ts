import { rm } from 'node:fs/promises';
import type { Result } from '../../shared/lib/result.ts';
import type { Log } from '../lib/log.ts';
import { openFileDesk, type FileDesk } from '../workspace/changes/file-desk.ts';
import { Recorder } from '../workspace/changes/recorder.ts';
import { Snapshots } from '../workspace/changes/snapshots.ts';
import { makeCopy, type MadeCopy, removeCopy } from '../workspace/copies/make-copy.ts';
import { fileFolders } from './folders.ts';

/** What the engine keeps of threads beside the store: what their runs changed, and the copies that they work in. */
export type ThreadFiles = {
  readonly desk: FileDesk;
  readonly snapshots: (threadId: string) => Snapshots;
  readonly recorder: (run: { readonly threadId: string; readonly runId: string }) => Recorder;
  /** Makes the thread's copy of a folder, see `makeCopy`; `which`: one of several beside it. */
  readonly copy: (threadId: string, of: string, which?: string) => Promise<Result<MadeCopy>>;
  readonly removeCopy: (threadId: string, which?: string) => Promise<void>;
  /** Whether a folder is, or is in, a copy of the thread's own. */
  readonly holds: (threadId: string, folder: string) => boolean;
  /** Removes all that is kept for a thread. The folders that its runs worked in are not touched. */
  readonly release: (threadId: string) => Promise<void>;
  readonly close: () => Promise<void>;
};

/** What the runs of each thread of a home changed. */
export function snapshotsOf(home: string): (threadId: string) => Snapshots {
  const folders = fileFolders(home);
  return (threadId) => new Snapshots(folders.snapshots(threadId), { durable: true });
}

/** Opens the files of a home whose store is open: what an engine that was killed left of its runs is removed. */
export async function openThreadFiles(home: string, log: Log): Promise<ThreadFiles> {
  const folders = fileFolders(home);
  const desk = openFileDesk();
  await rm(folders.allScratch, { recursive: true, force: true }).catch((error: unknown) => {
    log('warn', 'What runs of an earlier process had kept could not be removed', { error: String(error) });
  });
  return {
    desk,
    snapshots: snapshotsOf(home),
    recorder: ({ threadId, runId }) =>
      new Recorder(runId, { kept: folders.snapshots(threadId), scratch: folders.scratch(runId) }, desk),
    copy: (threadId, of, which) => makeCopy({ of, to: folders.copy(threadId, which), home }, desk),
    removeCopy: (threadId, which) => removeCopy(folders.copy(threadId, which)),
    holds: folders.isCopy,
    async release(threadId) {
      for (const copy of await folders.copies(threadId)) await removeCopy(copy);
      await rm(folders.snapshots(threadId), { recursive: true, force: true, maxRetries: 3 });
    },
    close: () => desk.close(),
  };
}
