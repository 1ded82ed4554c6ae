import { randomBytes } from 'node:crypto';
import { lstat, open, realpath, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fail, ok, type Result } from '../../shared/lib/result.ts';

/** Each write to the disk is about this many characters. */
const CHUNK = 64 * 1024;

/**
 * Writes a file under a temporary name beside it and gives it its own once all of it is on the disk. What is there under
 * that name stays until then; where it is a link, what that leads to is replaced. Fails with `cancelled`, `disk_full` or `file_not_written`, and then leaves nothing behind.
 */
export async function writeWhole(
  path: string,
  text: AsyncIterable<string>,
  signal: AbortSignal,
): Promise<Result<null>> {
  let unfinished: string | undefined;
  try {
    const place = await realpath(path).catch(() => path);
    // A device, or a folder: giving its name to a file would take it away.
    if ((await lstat(place).catch(() => undefined))?.isFile() === false)
      return fail('file_not_written', `${path} is there, and no file.`, 'Choose another place.');
    unfinished = join(dirname(place), `.${randomBytes(8).toString('hex')}.unfinished`);
    const file = await open(unfinished, 'wx', 0o600);
    try {
      for await (const chunk of inChunks(text)) {
        if (signal.aborted) break;
        await file.writeFile(chunk);
      }
      if (!signal.aborted) await file.sync();
    } finally {
      await file.close();
    }
    if (!signal.aborted) {
      await rename(unfinished, place);
      return ok(null);
    }
  } catch (error) {
    if (unfinished !== undefined) await rm(unfinished, { force: true });
    return writeFailure(path, error);
  }
  await rm(unfinished, { force: true });
  return fail('cancelled', 'The export was cancelled.');
}

/** The same text in pieces of a size that suits disks and sockets. */
export async function* inChunks(text: AsyncIterable<string>): AsyncGenerator<string> {
  let chunk = '';
  for await (const piece of text) {
    chunk += piece;
    if (chunk.length < CHUNK) continue;
    yield chunk;
    chunk = '';
  }
  if (chunk !== '') yield chunk;
}

function writeFailure(path: string, error: unknown): Result<never> {
  // What no file system says is a bug of ours, and not to be hidden.
  if (!(error instanceof Error && 'code' in error && 'syscall' in error)) throw error;
  if (error.code === 'ENOSPC' || error.code === 'EDQUOT') {
    return fail('disk_full', `The disk is full, so ${path} was not written.`, 'Free some space, then try again.');
  }
  return fail('file_not_written', `${path} could not be written (${String(error.code)}).`, 'Choose another place.');
}
