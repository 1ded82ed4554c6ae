import { randomUUID } from 'node:crypto';
import type { BigIntStats } from 'node:fs';
import { access, constants, type FileHandle, lstat, open, rename, unlink } from 'node:fs/promises';
import { basename, dirname, relative, sep } from 'node:path';
import type { FileChange, FileState } from '../../shared/files/file-version.ts';
import { ok, type Result } from '../../shared/lib/result.ts';
import { isCode } from '../lib/thrown.ts';
import { changedMeanwhile, keepState } from './changes/file-state.ts';
import type { Snapshots } from './changes/snapshots.ts';
import { fileSystemFailure, gitInternal, isFolder, isGitFolder, linkLeadsOut, notAFile, stopped } from './failures.ts';
import type { Location } from './locate.ts';
import { makeFolder, type OpenFolder } from './opened.ts';
import type { Root } from './paths.ts';
import { fileVersion } from './read-file.ts';

export type WriteOptions = {
  /** The version that the new text was made from; `null` when there was no file. Any other is not replaced. */
  readonly expected?: string | null;
  readonly signal?: AbortSignal;
  /** Where what the file held, and holds then, is kept. */
  readonly snapshots?: Snapshots;
};

export type Written = {
  /** From the workspace's folder, with `/`. */
  readonly relative: string;
  readonly created: boolean;
  /** Present when it was kept. */
  readonly change?: FileChange;
};

/**
 * Writes a whole file, creating the folders that lead to it. The file is replaced in one step: whoever reads it sees the
 * old text or the new, and other names of the old file (hard links) keep the old text. Its mode and owner stay.
 */
export async function writeTextFile(
  root: Root,
  location: Location,
  text: string,
  { expected, signal, snapshots }: WriteOptions,
): Promise<Result<Written>> {
  const { path, kind, real, missing } = location;
  if (kind === 'folder' || /[\\/]$/.test(path)) return isFolder(path);
  if (kind === 'other') return notAFile(path);
  if (isGitInternal(root, location)) return gitInternal(path);
  const isNew = kind === 'missing';
  const folders = isNew ? missing.slice(0, -1) : [];
  const name = isNew ? (missing.at(-1) ?? '') : basename(real);
  const made = await makeFolder(root, isNew ? real : dirname(real), folders, path);
  if (!made.ok) return made;
  await using folder = made.value;
  try {
    const old = await replaceable(folder, name, path, expected);
    if (!old.ok) return old;
    const before = await keepOld(root, folder, name, path, old.value, snapshots);
    if (!before.ok) return before;
    if (signal?.aborted === true) return stopped();
    await replace(folder, name, text, old.value);
    const written = { relative: location.relative, created: old.value === undefined };
    if (snapshots === undefined || before.value === undefined) return ok(written);
    const traits = before.value?.executable === true ? { executable: true as const } : {};
    const after = await snapshots.keepBytes(Buffer.from(text), traits);
    return ok({ ...written, change: { path: realRelative(root, location), before: before.value, after } });
  } catch (error) {
    return fileSystemFailure(error, path);
  }
}

/** What is about to be replaced: kept first, so that nothing is ever lost; `undefined` where nothing is to be kept. */
async function keepOld(
  root: Root,
  folder: OpenFolder,
  name: string,
  path: string,
  old: BigIntStats | undefined,
  snapshots: Snapshots | undefined,
): Promise<Result<FileState | undefined>> {
  if (snapshots === undefined) return ok(undefined);
  if (old === undefined) return ok(null);
  const kept = await keepState(root, folder, name, path, snapshots);
  if (!kept.ok) return kept;
  const { state, stat } = kept.value;
  return stat !== undefined && fileVersion(stat) === fileVersion(old) ? ok(state) : changedMeanwhile(path);
}

/** The same file by the same path, whatever links it was reached through. */
function realRelative(root: Root, { real, missing }: Location): string {
  const names = relative(root.real, real).split(sep);
  return [...names.filter((name) => name !== ''), ...missing].join('/');
}

function isGitInternal(root: Root, { real, missing }: Location): boolean {
  const names = [...real.slice(root.real.length).split(/[\\/]/), ...missing];
  return names.some(isGitFolder);
}

/** The file to replace, `undefined` when there is none, or why it must stay. */
async function replaceable(
  folder: OpenFolder,
  name: string,
  path: string,
  expected: string | null | undefined,
): Promise<Result<BigIntStats | undefined>> {
  const old = await lstat(folder.at(name), { bigint: true }).catch((error: unknown) => {
    if (isCode(error, 'ENOENT')) return undefined;
    throw error;
  });
  if (expected !== undefined && expected !== (old === undefined ? null : fileVersion(old))) {
    return changedMeanwhile(path);
  }
  if (old === undefined) return ok(undefined);
  if (old.isSymbolicLink()) return linkLeadsOut(path);
  if (old.isDirectory()) return isFolder(path);
  if (!old.isFile()) return notAFile(path);
  // A file can be replaced without being writable; its owner meant it to stay.
  await access(folder.at(name), constants.W_OK);
  return ok(old);
}

async function replace(folder: OpenFolder, name: string, text: string, old: BigIntStats | undefined): Promise<void> {
  const fresh = folder.at(`.${randomUUID()}.tmp`);
  try {
    {
      await using handle = await open(fresh, 'wx');
      await handle.writeFile(text);
      if (old !== undefined) await takeOver(handle, old);
      await handle.sync();
    }
    await rename(fresh, folder.at(name));
  } catch (error) {
    await unlink(fresh).catch(() => undefined);
    throw error;
  }
}

async function takeOver(handle: FileHandle, old: BigIntStats): Promise<void> {
  const stat = await handle.stat();
  const [uid, gid] = [Number(old.uid), Number(old.gid)];
  if (stat.uid !== uid || stat.gid !== gid) {
    // Only the superuser may give files away; whoever else may write here owns what they write.
    await handle.chown(uid, gid).catch((error: unknown) => {
      if (!isCode(error, 'EPERM')) throw error;
    });
  }
  if (process.platform !== 'win32') await handle.chmod(Number(old.mode) & 0o7777);
}
