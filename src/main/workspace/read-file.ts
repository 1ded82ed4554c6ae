import type { FileHandle } from 'node:fs/promises';
import { assertNever } from '../../shared/lib/assert.ts';
import { fail, ok, type Result } from '../../shared/lib/result.ts';
import { fileSystemFailure, isFolder, notAFile, notFound, quote, stopped } from './failures.ts';
import { type Location, missingHint } from './locate.ts';
import { openFile } from './opened.ts';
import type { Root } from './paths.ts';
import { counted, grouped, textOf } from './text.ts';

/** Files of more bytes are read in pieces only. */
const WHOLE_FILE_LIMIT = 2 * 1024 * 1024;
const CHUNK = 256 * 1024;

export type TextFile = {
  /** All of it, byte order mark and line endings as they are. */
  readonly text: string;
  /** Changes whenever the file does: `write` refuses to replace a file of another version. */
  readonly version: string;
};

/** Opens the file at `location`, which must be one. The caller closes it. */
export async function openLocated(root: Root, location: Location): Promise<Result<FileHandle>> {
  const { path, kind, real } = location;
  switch (kind) {
    case 'missing':
      return notFound(path, missingHint(location));
    case 'folder':
      return isFolder(path);
    case 'other':
      return notAFile(path);
    case 'file':
      return openFile(root, real, path);
    default:
      return assertNever(kind);
  }
}

/** A whole text file. Fails with `too_large` and `binary_file`. */
export async function readTextFile(root: Root, location: Location, signal?: AbortSignal): Promise<Result<TextFile>> {
  const { path } = location;
  const opened = await openLocated(root, location);
  if (!opened.ok) return opened;
  await using handle = opened.value;
  try {
    const version = await versionOf(handle);
    const bytes = await readUpTo(handle, WHOLE_FILE_LIMIT, signal);
    if (signal?.aborted === true) return stopped();
    if (bytes === undefined) {
      const { size } = await handle.stat();
      const limit = grouped(WHOLE_FILE_LIMIT);
      return fail(
        'too_large',
        `${quote(path)} has ${grouped(size)} bytes, more than the ${limit} that can be handled whole`,
      );
    }
    const text = textOf(bytes);
    if (text === undefined)
      return fail('binary_file', `${quote(path)} is a binary file, ${counted(bytes.length, 'byte')}`);
    return ok({ text, version });
  } catch (error) {
    return fileSystemFailure(error, path);
  }
}

/** All bytes of a file. Fails with `too_large`. */
export async function readFileBytes(root: Root, location: Location, limit: number): Promise<Result<Uint8Array>> {
  const { path } = location;
  const opened = await openLocated(root, location);
  if (!opened.ok) return opened;
  await using handle = opened.value;
  try {
    const bytes = await readUpTo(handle, limit);
    return bytes === undefined ? fail('too_large', `${quote(path)} has more than ${grouped(limit)} bytes`) : ok(bytes);
  } catch (error) {
    return fileSystemFailure(error, path);
  }
}

/** Everything in the file; `undefined` when that is more than `limit` bytes, or reading was aborted. */
export async function readUpTo(handle: FileHandle, limit: number, signal?: AbortSignal): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let length = 0;
  for (;;) {
    // Files of /proc and the like say that they are empty: only reading tells.
    const { bytesRead, buffer } = await handle.read(Buffer.allocUnsafe(CHUNK), 0, CHUNK, length);
    if (signal?.aborted === true) return undefined;
    if (bytesRead === 0) return Buffer.concat(chunks, length);
    length += bytesRead;
    if (length > limit) return undefined;
    chunks.push(buffer.subarray(0, bytesRead));
  }
}

async function versionOf(handle: FileHandle): Promise<string> {
  return fileVersion(await handle.stat({ bigint: true }));
}

export function fileVersion(stat: {
  readonly dev: bigint;
  readonly ino: bigint;
  readonly size: bigint;
  readonly mtimeNs: bigint;
  readonly ctimeNs: bigint;
}): string {
  return [stat.dev, stat.ino, stat.size, stat.mtimeNs, stat.ctimeNs].join(':');
}
