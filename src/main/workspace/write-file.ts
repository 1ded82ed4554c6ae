import { randomUUID } from 'node:crypto';
import type { BigIntStats } from 'node:fs';
import { access, constants, type FileHandle, lstat, open, rename, unlink } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { fail, ok, type Result } from '../../shared/lib/result.ts';
import { isCode } from '../lib/thrown.ts';
import { fileSystemFailure, isFolder, linkLeadsOut, notAFile, quote, stopped } from './failures.ts';
import type { Location } from './locate.ts';
import { makeFolder, type OpenFolder } from './opened.ts';
import type { Root } from './paths.ts';
import { fileVersion } from './read-file.ts';

export type WriteOptions = {
  /** The version that the new text was made from; `null` when there was no file. Any other is not replaced. */
  readonly expected?: string | null;
  readonly signal?: AbortSignal;
};

export type Written = {
  /** From the workspace's folder, with `/`. */
  readonly relative: string;
  readonly created: boolean;
};

/**
 * Writes a whole file, creating the folders that lead to it. The file is replaced in one step: whoever reads it sees the
 * old text or the new, and other names of the old file (hard links) keep the old text. Its mode and owner stay.
 */
export async function writeTextFile(
  root: Root,
  location: Location,
  text: string,
  { expected, signal }: WriteOptions,
): Promise<Result<Written>> {
  const { path, kind, real, missing, relative } = location;
  if (kind === 'folder' || /[\\/]$/.test(path)) return isFolder(path);
  if (kind === 'other') return notAFile(path);
  if (isGitInternal(root, location)) {
    return fail(
      'protected_path',
      `${quote(path)} belongs to Git, which runs programs that its files name`,
      'Use git commands to change the repository',
    );
  }
  const isNew = kind === 'missing';
  const folders = isNew ? missing.slice(0, -1) : [];
  const name = isNew ? (missing.at(-1) ?? '') : basename(real);
  const made = await makeFolder(root, isNew ? real : dirname(real), folders, path);
  if (!made.ok) return made;
  await using folder = made.value;
  try {
    const old = await replaceable(folder, name, path, expected);
    if (!old.ok) return old;
    if (signal?.aborted === true) return stopped();
    await replace(folder, name, text, old.value);
    return ok({ relative, created: old.value === undefined });
  } catch (error) {
    return fileSystemFailure(error, path);
  }
}

/** Hooks and settings in there name programs that Git runs: writing them would be running commands unasked. */
function isGitInternal(root: Root, { real, missing }: Location): boolean {
  const names = [...real.slice(root.real.length).split(/[\\/]/), ...missing];
  return names.some((name) => name.toLowerCase() === '.git');
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
    return fail('changed', `${quote(path)} was changed by someone else in the meantime`, 'Read it again, then write');
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
  const draft = folder.at(`.${randomUUID()}.tmp`);
  try {
    {
      await using handle = await open(draft, 'wx');
      await handle.writeFile(text);
      if (old !== undefined) await takeOver(handle, old);
      await handle.sync();
    }
    await rename(draft, folder.at(name));
  } catch (error) {
    await unlink(draft).catch(() => undefined);
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
