import { createHash } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';

/** Folders of the home that hold files of threads. */
export type FileFolders = {
  /** What a thread's runs changed, by hash. */
  readonly snapshots: (threadId: string) => string;
  /** The copy that a thread's runs work in; `which`: one of several beside it. */
  readonly copy: (threadId: string, which?: string) => string;
  /** Whether a folder is one of a thread's copies, or inside of one. */
  readonly isCopy: (threadId: string, folder: string) => boolean;
  /** All copies of a thread. */
  readonly copies: (threadId: string) => Promise<readonly string[]>;
  /** What a run's workspace holds while it runs. */
  readonly scratch: (runId: string) => string;
  /** Of all runs: what is in it when the engine starts belongs to none. */
  readonly allScratch: string;
};

export function fileFolders(home: string): FileFolders {
  const allScratch = join(home, 'scratch');
  const allCopies = join(home, 'workspaces');
  return {
    snapshots: (threadId) => join(home, 'snapshots', nameOf(threadId)),
    copy: (threadId, which) => join(allCopies, copyName(threadId, which)),
    isCopy: (threadId, folder) => isNameOfCopy(threadId, relative(allCopies, folder).split(sep, 1)[0] ?? ''),
    async copies(threadId) {
      const names = await readdir(allCopies).catch((): readonly string[] => []);
      return names.filter((name) => isNameOfCopy(threadId, name)).map((name) => join(allCopies, name));
    },
    scratch: (runId) => join(allScratch, nameOf(runId)),
    allScratch,
  };
}

/** No id has it in its name. */
const BESIDE = '~';

function copyName(threadId: string, which: string | undefined): string {
  return which === undefined ? nameOf(threadId) : `${nameOf(threadId)}${BESIDE}${nameOf(which)}`;
}

function isNameOfCopy(threadId: string, name: string): boolean {
  return name === nameOf(threadId) || name.startsWith(`${nameOf(threadId)}${BESIDE}`);
}

/** Ids of ours are plain names; whoever makes up others must not get out of the folder by them. */
function nameOf(id: string): string {
  return /^[\w-]+$/.test(id) ? id : createHash('sha256').update(id).digest('hex');
}
