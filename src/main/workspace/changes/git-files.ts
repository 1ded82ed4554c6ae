import { stat } from 'node:fs/promises';
import { isAbsolute, join } from 'node:path';
import { git, gitLine } from '../git.ts';

/** A file as Git's index knows it. */
export type IndexEntry = {
  /** The blob that it was added as. */
  readonly oid: string;
  readonly mtimeNs: bigint;
  readonly inode: number;
  readonly size: bigint;
};

export type GitFiles = {
  /** Paths from the folder, with `/`: what Git tracks, and what it neither tracks nor ignores. */
  readonly paths: readonly string[];
  /** Those whose blob is known to hold what the file held when Git last looked, by path. */
  readonly index: ReadonlyMap<string, IndexEntry>;
};

/** What Git would look at in a folder; `undefined` where the folder is in no repository, or ignored by it. */
export async function gitFiles(folder: string): Promise<GitFiles | undefined> {
  const indexFile = await gitLine(folder, 'rev-parse', '--git-path', 'index');
  if (indexFile === undefined || (await git(folder, 'check-ignore', '--quiet', '.')).ok) return undefined;
  const indexPlace = isAbsolute(indexFile) ? indexFile : join(folder, indexFile);
  // A repository without an index tracks nothing yet.
  const written = await stat(indexPlace, { bigint: true }).catch(() => undefined);
  const [tracked, others] = await Promise.all([
    git(folder, 'ls-files', '-z', '--cached', '--stage', '--debug'),
    git(folder, 'ls-files', '-z', '--others', '--exclude-standard'),
  ]);
  if (!tracked.ok || !others.ok) return undefined;
  const { paths, index } = parseIndex(tracked.value.toString('utf8'), written?.mtimeNs ?? 0n);
  const other = others.value
    .toString('utf8')
    .split('\0')
    .filter((path) => path !== '');
  return { paths: [...new Set([...paths, ...other])], index };
}

// The only way to see the file times in the index: every command that compares them may also run filters that the
// repository names.
const ENTRY =
  /(\d{6}) ([0-9a-f]{40,64}) (\d)\t([^\0]+)\0(?: {2}ctime: \d+:\d+\n {2}mtime: (\d+):(\d+)\n {2}dev: \d+\tino: (\d+)\n {2}uid: \d+\tgid: \d+\n {2}size: (\d+)\tflags: \w+\n)?/g;

/** `writtenNs`: when the index was written. A file that changed no earlier may differ from its blob at the same times. */
function parseIndex(listing: string, writtenNs: bigint): GitFiles {
  const paths: string[] = [];
  const index = new Map<string, IndexEntry>();
  for (const [, mode, oid = '', stage, path = '', seconds, nanoseconds, inode, size] of listing.matchAll(ENTRY)) {
    paths.push(path);
    if (seconds === undefined || nanoseconds === undefined || size === undefined) continue;
    const mtimeNs = BigInt(seconds) * 1_000_000_000n + BigInt(nanoseconds);
    const isPlain = mode === '100644' || mode === '100755';
    if (isPlain && stage === '0' && mtimeNs < writtenNs) {
      index.set(path, { oid, mtimeNs, inode: Number(inode), size: BigInt(size) });
    }
  }
  return { paths, index };
}
