import { type BigIntStats, lstatSync } from 'node:fs';
import { join, posix } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import type { Root } from '../paths.ts';
import { fileVersion } from '../read-file.ts';
import { walk } from '../walk.ts';
import { gitFiles, type IndexEntry } from './git-files.ts';

const MOST_FILES = 50_000;
/** Files between two turns of the loop. */
const TURN = 64;
/** File times are this coarse at worst: what changed this shortly before a look may change again without a trace. */
const TICK_MS = 50;

export type ScannedFile = {
  readonly stat: BigIntStats;
  /** Changes whenever the file does, but for the grain of file times. */
  readonly signature: string;
  /** Too fresh for its signature to be trusted later. */
  readonly fresh: boolean;
  /** The blob of Git that holds the same bytes. */
  readonly oid?: string;
};

export type Scan = {
  /** When it began (ms since the epoch). */
  readonly at: number;
  /** Regular files and symbolic links, by path. */
  readonly files: ReadonlyMap<string, ScannedFile>;
  /** Why it is not whole. */
  readonly gaveUp?: 'too_many' | 'too_slow';
};

/**
 * Every file of a workspace, without what it holds. In a Git repository those that Git does not ignore; elsewhere all but
 * what is in .git, .hg, .svn and node_modules. Submodules and other repositories within are not entered. `also`: paths to
 * look at in any case.
 */
export async function scan(root: Root, deadline: number, also: Iterable<string> = []): Promise<Scan> {
  const at = Date.now();
  const repository = await gitFiles(root.real);
  const files = new Map<string, ScannedFile>();
  let gaveUp: Scan['gaveUp'];
  const isFolder = folderCheck(root);
  const look = (path: string): void => {
    // What a link in place of a folder leads to is none of its files.
    if (!isFolder(posix.dirname(path))) return;
    // What is gone since it was listed is not there.
    const stat = statOf(join(root.real, path));
    if (stat === undefined || !(stat.isFile() || stat.isSymbolicLink())) return;
    const fresh = Number(stat.mtimeMs) > at - TICK_MS || Number(stat.ctimeMs) > at - TICK_MS;
    files.set(path, {
      stat,
      signature: `${fileVersion(stat)}:${stat.mode}`,
      fresh,
      oid: blobOf(stat, repository?.index.get(path)),
    });
  };
  const paths = repository === undefined ? walked(root) : repository.paths;
  for await (const batch of batches(paths, also)) {
    for (const path of batch) look(path);
    await setImmediate();
    if (files.size > MOST_FILES) gaveUp = 'too_many';
    else if (performance.now() > deadline) gaveUp = 'too_slow';
    if (gaveUp !== undefined) break;
  }
  return { at, files, ...(gaveUp === undefined ? {} : { gaveUp }) };
}

function statOf(place: string): BigIntStats | undefined {
  try {
    return lstatSync(place, { bigint: true });
  } catch {
    return undefined;
  }
}

/** Whether a path leads through folders alone, no links; each is looked at once. */
function folderCheck(root: Root): (path: string) => boolean {
  const known = new Map<string, boolean>([['.', true]]);
  function isFolder(path: string): boolean {
    const answer =
      known.get(path) ?? (isFolder(posix.dirname(path)) && statOf(join(root.real, path))?.isDirectory() === true);
    known.set(path, answer);
    return answer;
  }
  return isFolder;
}

async function* walked(root: Root): AsyncGenerator<string> {
  const everything = { depth: Infinity, namesPerFolder: MOST_FILES, sizes: () => 0 };
  for await (const found of walk(root, { real: root.real, relative: '.' }, everything)) {
    if (found.type === 'entry' && (found.entry.kind === 'file' || found.entry.kind === 'link'))
      yield found.entry.relative;
  }
}

async function* batches(
  paths: Iterable<string> | AsyncIterable<string>,
  also: Iterable<string>,
): AsyncGenerator<readonly string[]> {
  const seen = new Set<string>();
  let batch: string[] = [];
  for (const list of [paths, also]) {
    for await (const path of list) {
      if (seen.has(path)) continue;
      seen.add(path);
      batch.push(path);
      if (batch.length < TURN) continue;
      yield batch;
      batch = [];
    }
  }
  yield batch;
}

/** The blob, where the file is as it was when Git last compared the two. */
function blobOf(stat: BigIntStats, entry: IndexEntry | undefined): string | undefined {
  if (entry === undefined || !stat.isFile()) return undefined;
  // The index has 32 bits for an inode.
  const sameInode = Number(stat.ino & 0xffff_ffffn) === entry.inode;
  return sameInode && stat.size === entry.size && stat.mtimeNs === entry.mtimeNs ? entry.oid : undefined;
}
