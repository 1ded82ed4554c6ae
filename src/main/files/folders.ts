import { createHash } from 'node:crypto';
import { join } from 'node:path';

/** Folders of the home that hold files of threads. */
export type FileFolders = {
  /** What a thread's runs changed, by hash. */
  readonly snapshots: (threadId: string) => string;
  /** The copy that a thread's runs work in. */
  readonly copy: (threadId: string) => string;
  /** What a run's workspace holds while it runs. */
  readonly scratch: (runId: string) => string;
  /** Of all runs: what is in it when the engine starts belongs to none. */
  readonly allScratch: string;
};

export function fileFolders(home: string): FileFolders {
  const allScratch = join(home, 'scratch');
  return {
    snapshots: (threadId) => join(home, 'snapshots', nameOf(threadId)),
    copy: (threadId) => join(home, 'workspaces', nameOf(threadId)),
    scratch: (runId) => join(allScratch, nameOf(runId)),
    allScratch,
  };
}

/** Ids of ours are plain names; whoever makes up others must not get out of the folder by them. */
function nameOf(id: string): string {
  return /^[\w-]+$/.test(id) ? id : createHash('sha256').update(id).digest('hex');
}
