import { type BigIntStats } from 'node:fs';
import { lstat, readlink } from 'node:fs/promises';
import { fail, ok, type Result } from '../../../shared/lib/result.ts';
import type { FileState } from '../../../shared/files/file-version.ts';
import { fileSystemFailure, notAFile, quote } from '../failures.ts';
import { isCode } from '../../lib/thrown.ts';
import { openFile, type OpenFolder } from '../opened.ts';
import type { Root } from '../paths.ts';
import { fileVersion } from '../read-file.ts';
import type { Snapshots } from './snapshots.ts';

/** What stands at a name, kept. `stat` is absent where nothing does. */
export type KeptState = { readonly state: FileState; readonly stat?: BigIntStats };

/** Keeps what has this name in an open folder: a file's bytes, a link's target. `path` is how messages name it. */
export async function keepState(
  root: Root,
  folder: OpenFolder,
  name: string,
  path: string,
  snapshots: Snapshots,
): Promise<Result<KeptState>> {
  try {
    const stat = await lstat(folder.at(name), { bigint: true });
    if (stat.isSymbolicLink()) {
      const target = Buffer.from(await readlink(folder.at(name)));
      return ok({ state: await snapshots.keepBytes(target, { link: true }), stat });
    }
    if (!stat.isFile()) return notAFile(path);
    const opened = await openFile(root, folder.at(name), path);
    if (!opened.ok) return opened;
    await using handle = opened.value;
    const state = await snapshots.keepFile(handle, stat);
    const now = await handle.stat({ bigint: true });
    // What was kept must be what is there, not a mixture of two versions.
    if (fileVersion(now) !== fileVersion(stat)) return changedMeanwhile(path);
    return ok({ state, stat });
  } catch (error) {
    return isCode(error, 'ENOENT') ? ok({ state: null }) : fileSystemFailure(error, path);
  }
}

export function changedMeanwhile(path: string): Result<never> {
  return fail('changed', `${quote(path)} was changed by someone else in the meantime`, 'Read it again, then write');
}
