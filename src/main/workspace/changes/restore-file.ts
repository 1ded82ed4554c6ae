import { randomUUID } from 'node:crypto';
import { lstat, open, rename, symlink, unlink } from 'node:fs/promises';
import { type FileChange, type FileState, type FileVersion, isSameState } from '../../../shared/files/file-version.ts';
import { fail, ok, type Result } from '../../../shared/lib/result.ts';
import { fileSystemFailure, gitInternal, isGitFolder, quote } from '../failures.ts';
import { locate } from '../locate.ts';
import { makeFolder, type OpenFolder, openFolder } from '../opened.ts';
import type { Root } from '../paths.ts';
import { fileVersion } from '../read-file.ts';
import { keepState } from './file-state.ts';
import { KEPT_BYTES, type Snapshots } from './snapshots.ts';

export type RestoreRequest = {
  readonly to: FileState;
  /** What must stand there now; anything else stays. Absent: whatever stands there is kept, then replaced. */
  readonly expected?: FileState;
  readonly snapshots: Snapshots;
};

/**
 * Puts what was kept of a file back in its place. Answers what was replaced: kept as well, so that this can be undone.
 * Fails with `changed` when something else stands there than expected, `not_kept`, `too_large`.
 */
export async function restoreFile(root: Root, path: string, request: RestoreRequest): Promise<Result<FileChange>> {
  const { to, snapshots } = request;
  const bytes = await bytesOf(to, path, snapshots);
  if (!bytes.ok) return bytes;
  const names = path.split('/');
  const name = names.at(-1) ?? '';
  if (names.some(isGitFolder)) return gitInternal(path);
  const parent = await locate(root, names.slice(0, -1).join('/') || '.');
  if (!parent.ok) return parent;
  const { real, missing, kind } = parent.value;
  // Where nothing is to stand, no folder is made for it.
  const folder =
    kind === 'missing' ? await madeFolder(root, real, missing, path, to) : await openFolder(root, real, path);
  if (!folder.ok) return folder;
  if (folder.value === undefined)
    return request.expected === null ? ok({ path, before: null, after: null }) : changed(path);
  await using opened = folder.value;
  return await replaceState(root, opened, name, path, request, bytes.value);
}

async function madeFolder(
  root: Root,
  real: string,
  missing: readonly string[],
  path: string,
  to: FileState,
): Promise<Result<OpenFolder | undefined>> {
  return to === null ? ok(undefined) : makeFolder(root, real, missing, path);
}

async function replaceState(
  root: Root,
  folder: OpenFolder,
  name: string,
  path: string,
  { to, expected, snapshots }: RestoreRequest,
  bytes: Buffer,
): Promise<Result<FileChange>> {
  const kept = await keepState(root, folder, name, path, snapshots);
  if (!kept.ok) return kept;
  const { state: before, stat } = kept.value;
  if (expected !== undefined && !isSameState(expected, before)) return changed(path);
  if (before !== null && before.hash === undefined) {
    const message = `${quote(path)} is too large to be kept, so replacing it could not be undone`;
    return fail('too_large', message, `Files up to ${KEPT_BYTES / 1024 / 1024} MB are kept. Change it by hand`);
  }
  try {
    const now = await lstat(folder.at(name), { bigint: true }).catch(() => undefined);
    if ((now && fileVersion(now)) !== (stat && fileVersion(stat))) return changed(path);
    if (to === null) {
      if (before !== null) await unlink(folder.at(name));
    } else
      await put(folder, name, to, bytes, stat === undefined || before?.link === true ? undefined : Number(stat.mode));
    return ok({ path, before, after: to });
  } catch (error) {
    return fileSystemFailure(error, path);
  }
}

async function put(
  folder: OpenFolder,
  name: string,
  version: FileVersion,
  bytes: Buffer,
  mode: number | undefined,
): Promise<void> {
  const fresh = folder.at(`.${randomUUID()}.tmp`);
  try {
    if (version.link === true) await symlink(bytes.toString('utf8'), fresh);
    else {
      await using handle = await open(fresh, 'wx');
      await handle.writeFile(bytes);
      if (process.platform !== 'win32') await handle.chmod(modeOf(version, mode ?? (await handle.stat()).mode));
      await handle.sync();
    }
    await rename(fresh, folder.at(name));
  } catch (error) {
    await unlink(fresh).catch(() => undefined);
    throw error;
  }
}

/** Whoever may read it may run it, or nobody. */
function modeOf({ executable }: FileVersion, mode: number): number {
  const plain = mode & 0o666;
  return executable === true ? plain | ((plain & 0o444) >> 2) : plain;
}

async function bytesOf(to: FileState, path: string, snapshots: Snapshots): Promise<Result<Buffer>> {
  if (to === null) return ok(Buffer.alloc(0));
  const bytes = to.hash === undefined ? undefined : await snapshots.read(to.hash);
  if (bytes !== undefined) return ok(bytes);
  return fail(
    'not_kept',
    `What ${quote(path)} held was not kept: it was too large, or there was no time`,
    'Change it by hand',
  );
}

function changed(path: string): Result<never> {
  return fail('changed', `${quote(path)} was changed again since`, 'Look at it first, or put it back anyway');
}
