import { constants, existsSync } from 'node:fs';
import { type FileHandle, lstat, mkdir, open, readlink, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { ok, type Result } from '../../shared/lib/result.ts';
import { isCode } from '../lib/thrown.ts';
import { fileSystemFailure, isFolder, linkLeadsOut, notAFile, notAFolder } from './failures.ts';
import { isInside, type Root } from './paths.ts';

/*
 * Between the moment a path is looked at and the moment it is opened, anything on it can be replaced by a link. So what
 * counts is where the opened thing is. Linux tells that of every open file, and lets paths start from an open folder;
 * elsewhere the path is resolved once more, and must lead to the very thing that was opened. There, what is done with names in
 * a folder still has a gap of microseconds: closing it takes calls that Node does not have.
 */
export const OPEN_FILES = '/proc/self/fd';
export const HAS_OPEN_FILES = process.platform === 'linux' && existsSync(OPEN_FILES);

// Absent on Windows, where neither links at the end of a path nor pipes in a folder are opened by surprise.
export const NO_FOLLOW = constants.O_NOFOLLOW ?? 0;
export const NO_WAIT = constants.O_NONBLOCK ?? 0;

/** Opens the regular file at `place` for reading. `path` is how messages name it. Never waits for a pipe's writer. */
export async function openFile(root: Root, place: string, path: string): Promise<Result<FileHandle>> {
  let handle: FileHandle | undefined;
  try {
    handle = await open(place, constants.O_RDONLY | NO_FOLLOW | NO_WAIT);
    const refused = await checkFile(root, handle, place, path);
    if (refused === undefined) return ok(handle);
    await handle.close();
    return refused;
  } catch (error) {
    await handle?.close();
    return fileSystemFailure(error, path);
  }
}

async function checkFile(root: Root, handle: FileHandle, place: string, path: string) {
  if (!(await isOpenInside(root, handle, place))) return linkLeadsOut(path);
  const stat = await handle.stat();
  if (stat.isDirectory()) return isFolder(path);
  return stat.isFile() ? undefined : notAFile(path);
}

async function isOpenInside(root: Root, handle: FileHandle, place: string): Promise<boolean> {
  if (HAS_OPEN_FILES) return isInside(root.real, await readlink(join(OPEN_FILES, String(handle.fd))));
  const real = await realpath(place);
  const [opened, named] = await Promise.all([handle.stat({ bigint: true }), lstat(real, { bigint: true })]);
  return isInside(root.real, real) && opened.ino === named.ino && opened.dev === named.dev;
}

export type OpenFolder = AsyncDisposable & {
  /** A path to what has this name in the folder; where the system allows, in this very folder whatever its path is now. */
  readonly at: (name: string) => string;
};

/** Opens a folder to work in. `place` is free of links, unless someone has just put one there: then this fails. */
export async function openFolder(root: Root, place: string, path: string): Promise<Result<OpenFolder>> {
  try {
    if (HAS_OPEN_FILES) return await holdFolder(root, place, path);
    const real = await realpath(place);
    if (!isInside(root.real, real)) return linkLeadsOut(path);
    if (!(await lstat(real)).isDirectory()) return notAFolder(path);
    return ok({ at: (name) => join(real, name), [Symbol.asyncDispose]: async () => {} });
  } catch (error) {
    // With O_DIRECTORY, Linux says of a link that it is no folder.
    return isCode(error, 'ENOTDIR') ? await refusedFolder(place, path) : fileSystemFailure(error, path);
  }
}

async function refusedFolder(place: string, path: string) {
  const isLink = await lstat(place).then(
    (stat) => stat.isSymbolicLink(),
    () => false,
  );
  return isLink ? linkLeadsOut(path) : notAFolder(path);
}

async function holdFolder(root: Root, place: string, path: string): Promise<Result<OpenFolder>> {
  const handle = await open(place, constants.O_RDONLY | constants.O_DIRECTORY | NO_FOLLOW);
  const held = join(OPEN_FILES, String(handle.fd));
  const isIn = await readlink(held).then(
    (real) => isInside(root.real, real),
    () => false,
  );
  if (isIn) return ok({ at: (name) => `${held}/${name}`, [Symbol.asyncDispose]: () => handle.close() });
  await handle.close();
  return linkLeadsOut(path);
}

/** Opens the folder that `names` lead to from `place`, creating those that do not exist. */
export async function makeFolder(
  root: Root,
  place: string,
  names: readonly string[],
  path: string,
): Promise<Result<OpenFolder>> {
  let folder = await openFolder(root, place, path);
  for (const name of names) {
    if (!folder.ok) return folder;
    await using parent = folder.value;
    try {
      await mkdir(parent.at(name));
    } catch (error) {
      if (!isCode(error, 'EEXIST')) return fileSystemFailure(error, path);
    }
    folder = await openFolder(root, parent.at(name), path);
  }
  return folder;
}
