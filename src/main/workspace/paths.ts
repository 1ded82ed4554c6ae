import { posix, win32 } from 'node:path';
import { fail, ok, type Result } from '../../shared/lib/result.ts';
import { outsideWorkspace, quote } from './failures.ts';
import { windowsPathProblem } from './windows-paths.ts';

/** A workspace's folder: as it was named, and where it really is. Both are absolute. */
export type Root = { readonly named: string; readonly real: string };

/** Whether `target` is `folder` or below it. Both are absolute; only their text is looked at. */
export function isInside(folder: string, target: string, platform: NodeJS.Platform = process.platform): boolean {
  const paths = platform === 'win32' ? win32 : posix;
  const way = paths.relative(folder, target);
  return way !== '..' && !way.startsWith(`..${paths.sep}`) && !paths.isAbsolute(way);
}

/**
 * The names that lead from the root to `path`, none for the root itself; `..` is resolved. Absolute paths are taken when
 * they lie inside. Only the text is looked at: links are the business of `locate`.
 */
export function insideSegments(
  root: Root,
  path: string,
  platform: NodeJS.Platform = process.platform,
): Result<readonly string[]> {
  const paths = platform === 'win32' ? win32 : posix;
  if (path.includes('\0')) return fail('bad_path', 'A path cannot hold a NUL byte');
  if (/^~(?:$|[\\/])/.test(path)) return outsideWorkspace(path);
  const problem = platform === 'win32' ? windowsPathProblem(path) : undefined;
  const target = paths.resolve(root.named, path);
  const base = [root.named, root.real].find((folder) => isInside(folder, target, platform));
  if (base === undefined) return outsideWorkspace(path);
  if (problem !== undefined) return fail('bad_path', `${quote(path)} ${problem}`, 'Use a plain path');
  const way = paths.relative(base, target);
  return ok(way === '' ? [] : way.split(paths.sep));
}
