import { constants } from 'node:fs';
import { copyFile, lstat, mkdir, readdir, readlink, realpath, symlink } from 'node:fs/promises';
import { dirname, isAbsolute, join } from 'node:path';
import { fail, ok, type Result } from '../../../shared/lib/result.ts';
import { thrownMessage } from '../../lib/thrown.ts';
import { isInside } from '../paths.ts';
import { grouped } from '../text.ts';

const MOST_FILES = 100_000;
const MOST_BYTES = 4 * 1024 * 1024 * 1024;
const AT_ONCE = 16;
/** Packages come back with one command, and are most of what there is. */
const LEFT_OUT = new Set(['node_modules']);

export type CopyOptions = {
  /** Absolute and real. */
  readonly from: string;
  readonly to: string;
  /** Paths to copy, from the folder. Absent: all but node_modules folders. */
  readonly paths?: readonly string[];
  /** Left out: the folder that copies are made in may be inside. */
  readonly except: string;
};

/**
 * Copies files, links and folders; on file systems that can, without taking room until one of the two is changed. Links
 * that name a place in the folder by its absolute path name the same place in the copy. Fails with `copy_too_large`,
 * `copy_failed`; what has been copied by then stays.
 */
export async function copyFolder({ from, to, paths, except }: CopyOptions): Promise<Result<null>> {
  const total = { files: 0, bytes: 0 };
  try {
    await mkdir(to, { recursive: true, mode: 0o700 });
    const queue = paths === undefined ? below(from, '', except) : named(from, paths, except);
    const results = await Promise.all(Array.from({ length: AT_ONCE }, () => copyNext(queue, from, to, total)));
    return results.find((result) => !result.ok) ?? ok(null);
  } catch (error) {
    return fail(
      'copy_failed',
      `The folder could not be copied: ${thrownMessage(error)}`,
      'Make room on the disk, or work in the folder itself',
    );
  }
}

type Total = { files: number; bytes: number };

async function copyNext(queue: AsyncIterator<string>, from: string, to: string, total: Total): Promise<Result<null>> {
  for (let next = await queue.next(); next.done !== true; next = await queue.next()) {
    const path = next.value;
    const stat = await lstat(join(from, path)).catch(() => undefined);
    // Gone since it was listed.
    if (stat === undefined) continue;
    const target = join(to, path);
    if (stat.isDirectory()) {
      await mkdir(target, { recursive: true });
      continue;
    }
    total.files += 1;
    total.bytes += stat.size;
    if (total.files > MOST_FILES || total.bytes > MOST_BYTES) return tooLarge();
    await mkdir(dirname(target), { recursive: true });
    if (stat.isSymbolicLink()) await copyLink(join(from, path), target, from, to);
    else if (stat.isFile()) await copyFile(join(from, path), target, constants.COPYFILE_FICLONE);
  }
  return ok(null);
}

function tooLarge(): Result<never> {
  const message = `The folder is too large to copy: more than ${grouped(MOST_FILES)} files or 4 GB`;
  return fail('copy_too_large', message, 'Work in the folder itself, or in a smaller one');
}

async function copyLink(link: string, target: string, from: string, to: string): Promise<void> {
  const leadsTo = await readlink(link);
  const isOwn = isAbsolute(leadsTo) && isInside(from, leadsTo);
  await symlink(isOwn ? to + leadsTo.slice(from.length) : leadsTo, target);
}

/** Those whose folder is still one: where a link has taken its place, they lie elsewhere. */
async function* named(from: string, paths: readonly string[], except: string): AsyncGenerator<string> {
  for (const path of paths) {
    const folder = dirname(join(from, path));
    const real = await realpath(folder).catch(() => undefined);
    if (real === folder && !isInside(except, join(from, path))) yield path;
  }
}

async function* below(folder: string, way: string, except: string): AsyncGenerator<string> {
  for (const entry of await readdir(join(folder, way), { withFileTypes: true })) {
    const path = way === '' ? entry.name : `${way}/${entry.name}`;
    if (LEFT_OUT.has(entry.name) || join(folder, path) === except) continue;
    yield path;
    if (entry.isDirectory()) yield* below(folder, path, except);
  }
}
