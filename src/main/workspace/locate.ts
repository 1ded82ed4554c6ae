import { lstat, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { ok, type Result } from '../../shared/lib/result.ts';
import { isCode } from '../lib/thrown.ts';
import { fileSystemFailure, linkLeadsOut, notAFolder, quote } from './failures.ts';
import { insideSegments, isInside, type Root } from './paths.ts';

export type Location = {
  /** As it was given. */
  readonly path: string;
  /** From the workspace's folder, with `/` on every system; `.` is the folder itself. */
  readonly relative: string;
  /** Where the part of it that exists really is: absolute, inside the root, free of links. */
  readonly real: string;
  /** The names below `real` that do not exist yet. */
  readonly missing: readonly string[];
  readonly kind: 'file' | 'folder' | 'other' | 'missing';
};

/**
 * Finds what `path` names, following links as long as they stay inside the root. What it answers holds for the moment
 * only: whoever opens the place checks again (see `openFile` and `openFolder`).
 */
export async function locate(root: Root, path: string): Promise<Result<Location>> {
  const segments = insideSegments(root, path);
  if (!segments.ok) return segments;
  const relative = segments.value.length === 0 ? '.' : segments.value.join('/');
  try {
    let real = root.real;
    for (const [index, name] of segments.value.entries()) {
      const next = await follow(root, join(real, name));
      if (next.type === 'out') return linkLeadsOut(path);
      if (next.type === 'missing') {
        return ok({ path, relative, real, missing: segments.value.slice(index), kind: 'missing' });
      }
      const isLast = index === segments.value.length - 1;
      if (!isLast && !next.stat.isDirectory()) return notAFolder(segments.value.slice(0, index + 1).join('/'));
      real = next.real;
    }
    // On file systems that do not tell case apart, only this has the names as they are stored.
    real = await realpath(real);
    if (!isInside(root.real, real)) return linkLeadsOut(path);
    const stat = await lstat(real);
    return ok({
      path,
      relative,
      real,
      missing: [],
      kind: stat.isFile() ? 'file' : stat.isDirectory() ? 'folder' : 'other',
    });
  } catch (error) {
    return fileSystemFailure(error, path);
  }
}

type Followed =
  | { readonly type: 'found'; readonly real: string; readonly stat: Awaited<ReturnType<typeof lstat>> }
  | { readonly type: 'missing' }
  | { readonly type: 'out' };

/** One step of a path: the entry itself, or what it links to. */
async function follow(root: Root, place: string): Promise<Followed> {
  try {
    const stat = await lstat(place);
    if (!stat.isSymbolicLink()) return { type: 'found', real: place, stat };
  } catch (error) {
    if (isCode(error, 'ENOENT')) return { type: 'missing' };
    throw error;
  }
  try {
    const real = await realpath(place);
    return isInside(root.real, real) ? { type: 'found', real, stat: await lstat(real) } : { type: 'out' };
  } catch (error) {
    // Whatever keeps a link from being followed may be about a place outside.
    if (isCode(error, 'ENOENT', 'ELOOP', 'ENOTDIR', 'EACCES', 'EPERM', 'ENAMETOOLONG')) return { type: 'out' };
    throw error;
  }
}

/** Why a path was not found: the first name on it that does not exist. */
export function missingHint({ relative, missing }: Location): string {
  const [first] = missing;
  const folder = relative.split('/').slice(0, -missing.length).join('/');
  return `There is no ${quote(first ?? '')} in ${folder === '' ? "the workspace's folder" : quote(folder)}`;
}
