import { lstat, mkdir, realpath, rm, rmdir } from 'node:fs/promises';
import { dirname, join, posix } from 'node:path';
import { fail, ok, type Result } from '../../../shared/lib/result.ts';
import type { WorkspaceCopy } from '../../../shared/run/agent.ts';
import type { FileDesk } from '../changes/file-desk.ts';
import { git, gitLine } from '../git.ts';

export type CopyRequest = {
  /** The folder to copy; absolute. */
  readonly of: string;
  /** Where the copy goes: nothing is there yet. */
  readonly to: string;
  /** The folder of this program's own data, which is never copied. */
  readonly home: string;
};

export type MadeCopy = {
  readonly copy: WorkspaceCopy;
  /** What stands for the folder in the copy: of a folder inside a repository, a folder inside the worktree. */
  readonly workspace: string;
};

/**
 * Makes a copy to work in. In a Git repository with a commit that is a worktree of its HEAD, with the person's uncommitted
 * changes and files that Git does not ignore; ignored files, among them node_modules, and submodules are left out.
 * Elsewhere it is all of the folder but node_modules. What it made is gone again when it fails: `workspace_gone`,
 * `copy_exists`, `copy_too_large`, `copy_failed`.
 */
export async function makeCopy({ of, to, home }: CopyRequest, desk: FileDesk): Promise<Result<MadeCopy>> {
  const from = await realpath(of).catch(() => undefined);
  if (from === undefined) {
    return fail('workspace_gone', `The folder ${of} is not there or cannot be opened`, 'Choose another folder');
  }
  if (await isThere(to)) return fail('copy_exists', `There is a copy at ${to} already`, 'Start a new run');
  const base = await gitLine(from, 'rev-parse', '--verify', '--quiet', 'HEAD^{commit}');
  const isIgnored = base !== undefined && (await git(from, 'check-ignore', '--quiet', '.')).ok;
  const except = await realpath(home).catch(() => home);
  const made =
    base === undefined || isIgnored
      ? await plainCopy(of, from, to, except, desk)
      : await worktree(of, from, to, base, except, desk);
  if (!made.ok) await removeCopy(to);
  return made;
}

function isThere(place: string): Promise<boolean> {
  return lstat(place).then(
    () => true,
    () => false,
  );
}

async function plainCopy(
  of: string,
  from: string,
  to: string,
  except: string,
  desk: FileDesk,
): Promise<Result<MadeCopy>> {
  const copied = await copyAll(desk, { from, to, except });
  return copied.ok ? ok({ copy: { kind: 'copy', of }, workspace: to }) : copied;
}

async function worktree(
  of: string,
  from: string,
  to: string,
  base: string,
  except: string,
  desk: FileDesk,
): Promise<Result<MadeCopy>> {
  const top = await gitLine(from, 'rev-parse', '--show-toplevel');
  const way = await gitLine(from, 'rev-parse', '--show-prefix');
  if (top === undefined || way === undefined) return notCopied('its repository has no working tree');
  await mkdir(dirname(to), { recursive: true, mode: 0o700 });
  const unfiltered = await withoutFilters(top);
  if (unfiltered === undefined) return notCopied('the name of one of its filters holds a “=”');
  const added = await git(top, ...unfiltered, 'worktree', 'add', '--quiet', '--detach', to, base);
  if (!added.ok) return notCopied(added.error.message);
  const changed = await git(
    top,
    ...unfiltered,
    'diff',
    '--name-only',
    '-z',
    '--no-renames',
    '--no-ext-diff',
    '--ignore-submodules',
    base,
  );
  const fresh = await git(top, 'ls-files', '-z', '--others', '--exclude-standard');
  if (!changed.ok || !fresh.ok) return notCopied('Git could not tell what is not committed');
  const [changedPaths, freshPaths] = [pathsIn(changed.value), pathsIn(fresh.value)];
  // Removed first: a folder may have taken the place of a file, or a file that of a folder.
  for (const path of changedPaths) await removeFrom(to, path);
  const paths = [...changedPaths, ...freshPaths];
  const copied = await copyAll(desk, { from: await realpath(top), to, paths, except });
  if (!copied.ok) return copied;
  const workspace = join(to, way);
  // Git has no empty folders, and so the worktree may lack the very folder to work in.
  await mkdir(workspace, { recursive: true });
  return ok({ copy: { kind: 'worktree', of, base }, workspace: way === '' ? to : workspace.replace(/[\\/]$/, '') });
}

/**
 * Options that keep Git from running the filters that its settings name, and with them a repository's. What they would have
 * changed then differs from what is committed, and is copied as it is. `undefined` where no option can name a filter.
 */
async function withoutFilters(top: string): Promise<readonly string[] | undefined> {
  const set = await git(top, 'config', '-z', '--name-only', '--get-regexp', '^filter[.]');
  const names = set.ok ? new Set(pathsIn(set.value).map((key) => key.slice(0, key.lastIndexOf('.')))) : [];
  if ([...names].some((name) => name.includes('='))) return undefined;
  return [...names].flatMap((name) =>
    ['clean=', 'smudge=', 'process=', 'required=false'].flatMap((setting) => ['-c', `${name}.${setting}`]),
  );
}

/** Removes a file, and the folders that are empty without it. */
async function removeFrom(folder: string, path: string): Promise<void> {
  await rm(join(folder, path), { force: true });
  for (let way = posix.dirname(path); way !== '.'; way = posix.dirname(way)) {
    const isRemoved = await rmdir(join(folder, way)).then(
      () => true,
      () => false,
    );
    if (!isRemoved) return;
  }
}

async function copyAll(desk: FileDesk, options: Parameters<typeof desk.ask<'copy'>>[1]): Promise<Result<null>> {
  const done = await desk.ask('copy', options);
  return done.ok ? done.value : done;
}

function pathsIn(listing: Buffer): readonly string[] {
  return listing
    .toString('utf8')
    .split('\0')
    .filter((path) => path !== '' && !path.endsWith('/'));
}

function notCopied(reason: string): Result<never> {
  return fail(
    'copy_failed',
    `The folder could not be copied: ${reason}`,
    'Work in the folder itself, or in another one',
  );
}

/** Removes a copy, and what its repository knows of it. The folder that it was made of is not touched. */
export async function removeCopy(place: string): Promise<void> {
  const repository = await gitLine(place, 'rev-parse', '--path-format=absolute', '--git-common-dir');
  const top = await gitLine(place, 'rev-parse', '--show-toplevel');
  const isWorktree =
    repository !== undefined &&
    top !== undefined &&
    (await samePlace(top, place)) &&
    dirname(repository) !== (await realpath(place));
  if (isWorktree) await git(repository, 'worktree', 'remove', '--force', '--force', place);
  // Whatever Git left, and copies that it knows nothing of.
  await rm(place, { recursive: true, force: true, maxRetries: 3 });
}

async function samePlace(a: string, b: string): Promise<boolean> {
  const [one, other] = await Promise.all([a, b].map((place) => realpath(place).catch(() => place)));
  return one === other;
}
