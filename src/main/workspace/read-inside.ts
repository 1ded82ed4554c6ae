import {
  type BigIntStats,
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  readlinkSync,
  readSync,
  realpathSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { HAS_OPEN_FILES, NO_FOLLOW, NO_WAIT, OPEN_FILES } from './opened.ts';
import { isInside, type Root } from './paths.ts';
import { fileVersion } from './read-file.ts';

/*
 * For threads of their own, which may wait: reading thousands of files one after the other is many times faster so. The
 * care is that of opened.ts: what counts is where the opened thing is.
 */

/** All bytes of the regular file at `place`; `undefined` where there is none inside the root, or one that changes just now. */
export function readFileInside(root: Root, place: string, limit: number): Buffer | undefined {
  return withOpen(place, constants.O_RDONLY | NO_FOLLOW | NO_WAIT, (fd) => {
    const stat = fstatSync(fd, { bigint: true });
    if (!stat.isFile() || stat.size > limit || !isOpenInside(root, fd, stat, place)) return undefined;
    const bytes = Buffer.allocUnsafe(Number(stat.size));
    let length = 0;
    while (length < bytes.length) {
      const read = readSync(fd, bytes, length, bytes.length - length, length);
      if (read === 0) return undefined;
      length += read;
    }
    return fileVersion(fstatSync(fd, { bigint: true })) === fileVersion(stat) ? bytes : undefined;
  });
}

/** Where the symbolic link at `place` leads to; `undefined` where there is none inside the root. */
export function readLinkInside(root: Root, place: string): Buffer | undefined {
  const folder = dirname(place);
  return withOpen(folder, constants.O_RDONLY | NO_FOLLOW, (fd) => {
    if (!isOpenInside(root, fd, fstatSync(fd, { bigint: true }), folder)) return undefined;
    const held = HAS_OPEN_FILES ? join(OPEN_FILES, String(fd)) : folder;
    return Buffer.from(readlinkSync(`${held}/${basename(place)}`));
  });
}

function withOpen(place: string, flags: number, read: (fd: number) => Buffer | undefined): Buffer | undefined {
  let fd: number | undefined;
  try {
    fd = openSync(place, flags);
    return read(fd);
  } catch {
    // Whatever cannot be read is not to be had.
    return undefined;
  } finally {
    if (fd !== undefined) closeSync(fd);
  }
}

function isOpenInside(root: Root, fd: number, opened: BigIntStats, place: string): boolean {
  if (HAS_OPEN_FILES) return isInside(root.real, readlinkSync(join(OPEN_FILES, String(fd))));
  const real = realpathSync(place);
  const named = lstatSync(real, { bigint: true });
  return isInside(root.real, real) && opened.ino === named.ino && opened.dev === named.dev;
}
