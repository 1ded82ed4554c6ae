import { lstat, opendir } from 'node:fs/promises';
import type { Dirent } from 'node:fs';
import { basename, join } from 'node:path';
import { type Failure, ok, type Result } from '../../shared/lib/result.ts';
import { fileSystemFailure } from './failures.ts';
import { type OpenFolder, openFolder } from './opened.ts';
import type { Root } from './paths.ts';

/** Folders that are named but not entered: what is in them is not the person's own work. */
const NOT_ENTERED = new Set(['.git', '.hg', '.svn', 'node_modules']);

export type FolderEntry = {
  /** From the workspace's folder, with `/`. */
  readonly relative: string;
  readonly real: string;
  /** Links are named, never followed. */
  readonly kind: 'file' | 'folder' | 'link' | 'other';
  /** Of files, as long as sizes were asked for. */
  readonly bytes?: number;
  /** A folder whose contents are left out on purpose. */
  readonly notEntered?: true;
};

export type Walked =
  | { readonly type: 'entry'; readonly entry: FolderEntry }
  /** Entries of a folder beyond `namesPerFolder`. */
  | { readonly type: 'more'; readonly count: number }
  /** The folder could not be read. */
  | { readonly type: 'failed'; readonly relative: string; readonly error: Failure };

export type Place = { readonly real: string; readonly relative: string };

export type WalkOptions = {
  /** 1: the folder's own entries only. */
  readonly depth: number;
  /** Folders with more entries are walked in part, so that no folder is too large to sort. */
  readonly namesPerFolder: number;
  /** How many more sizes are wanted. */
  readonly sizes: () => number;
  readonly signal?: AbortSignal;
};

/** Everything below a folder, each folder followed by what is in it, sorted by name. Ends early when aborted. */
export async function* walk(root: Root, place: Place, options: WalkOptions): AsyncGenerator<Walked> {
  if (options.signal?.aborted === true) return;
  const read = await readFolder(root, place, options);
  if (!read.ok) {
    yield { type: 'failed', relative: place.relative, error: read.error };
    return;
  }
  for (const entry of read.value.entries) {
    const isEntered = entry.kind === 'folder' && options.depth > 1;
    const notEntered =
      isEntered && NOT_ENTERED.has(entry.relative.slice(entry.relative.lastIndexOf('/') + 1).toLowerCase());
    yield { type: 'entry', entry: notEntered ? { ...entry, notEntered } : entry };
    if (isEntered && !notEntered) yield* walk(root, entry, { ...options, depth: options.depth - 1 });
  }
  if (read.value.more > 0) yield { type: 'more', count: read.value.more };
}

type FolderContents = { readonly entries: readonly FolderEntry[]; readonly more: number };

async function readFolder(root: Root, place: Place, options: WalkOptions): Promise<Result<FolderContents>> {
  const opened = await openFolder(root, place.real, place.relative);
  if (!opened.ok) return opened;
  await using folder = opened.value;
  try {
    const found: Dirent[] = [];
    let more = 0;
    for await (const dirent of await opendir(folder.at('.'), { bufferSize: 256 })) {
      if (options.signal?.aborted === true) break;
      if (found.length < options.namesPerFolder) found.push(dirent);
      else more += 1;
    }
    const entries = found.map((dirent) => entryOf(place, dirent)).sort((a, b) => (a.relative < b.relative ? -1 : 1));
    return ok({ entries: await withSizes(folder, entries, options.sizes()), more });
  } catch (error) {
    return fileSystemFailure(error, place.relative);
  }
}

function entryOf(place: Place, dirent: Dirent): FolderEntry {
  const { name } = dirent;
  const relative = place.relative === '.' ? name : `${place.relative}/${name}`;
  return { relative, real: join(place.real, name), kind: kindOf(dirent) };
}

/** The entries, with sizes for the files among the first `count`. */
async function withSizes(
  folder: OpenFolder,
  entries: readonly FolderEntry[],
  count: number,
): Promise<readonly FolderEntry[]> {
  const sized = entries.slice(0, count).map(async (entry): Promise<FolderEntry> => {
    if (entry.kind !== 'file') return entry;
    // What is gone since the folder was read has no size.
    const stat = await lstat(folder.at(basename(entry.real))).catch(() => undefined);
    return stat === undefined ? entry : { ...entry, bytes: stat.size };
  });
  return [...(await Promise.all(sized)), ...entries.slice(count)];
}

function kindOf(dirent: Dirent): FolderEntry['kind'] {
  if (dirent.isSymbolicLink()) return 'link';
  if (dirent.isDirectory()) return 'folder';
  return dirent.isFile() ? 'file' : 'other';
}
