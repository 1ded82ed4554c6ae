import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** A file's size in bytes and when it was last written (ms since the epoch); zeros for one that is not there. */
export async function fileSize(path: string): Promise<{ readonly bytes: number; readonly at: number }> {
  const stats = await lstat(path).catch(() => undefined);
  return { bytes: stats?.size ?? 0, at: stats?.mtimeMs ?? 0 };
}

/** The bytes of all files in a folder. Links are not followed; what cannot be read, or goes away, counts nothing. */
export async function folderSize(folder: string): Promise<number> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  let bytes = 0;
  // One after the other: a large folder must not take every file handle there is.
  for (const entry of entries) {
    const path = join(folder, entry.name);
    bytes += entry.isDirectory() ? await folderSize(path) : (await fileSize(path)).bytes;
  }
  return bytes;
}
