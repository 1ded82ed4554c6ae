import { type Failure, fail, type Result } from '../../shared/lib/result.ts';

type Failed = Extract<Result<never>, { ok: false }>;

/**
 * Failures are read by models and by people. They name the path as it was given, and never anything outside of the
 * workspace: not even whether something is there.
 */
export function quote(path: string): string {
  return JSON.stringify(path);
}

export function outsideWorkspace(path: string): Failed {
  return fail(
    'outside_workspace',
    `${quote(path)} is outside of the workspace`,
    'Use a path inside the workspace, relative to its folder',
  );
}

/** One answer for links that lead out and links that lead nowhere: it says nothing about what is out there. */
export function linkLeadsOut(path: string): Failed {
  return fail(
    'outside_workspace',
    `${quote(path)} goes through a symbolic link that leads to nothing inside the workspace`,
    'Use a path inside the workspace that goes through no such link',
  );
}

export function notFound(path: string, hint?: string): Failed {
  return fail('not_found', `${quote(path)} does not exist`, hint);
}

export function isFolder(path: string): Failed {
  return fail('is_folder', `${quote(path)} is a folder, not a file`);
}

export function notAFolder(path: string): Failed {
  return fail('not_a_folder', `${quote(path)} is not a folder`);
}

export function notAFile(path: string): Failed {
  return fail('not_a_file', `${quote(path)} is a device, pipe or socket, not a regular file`);
}

/** Hooks and settings in there name programs that Git runs: writing them would be running commands unasked. */
export function isGitFolder(name: string): boolean {
  return name.toLowerCase() === '.git';
}

export function gitInternal(path: string): Failed {
  return fail(
    'protected_path',
    `${quote(path)} belongs to Git, which runs programs that its files name`,
    'Use git commands to change the repository',
  );
}

export function stopped(): Failed {
  return fail('stopped', 'Stopped before it was done');
}

/**
 * What the file system refused, in words. The system's own message is left out, for it holds absolute paths. Rethrows
 * whatever the file system did not throw.
 */
export function fileSystemFailure(error: unknown, path: string): Failed {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') throw error;
  switch (error.code) {
    case 'ENOENT':
      return notFound(path);
    case 'EISDIR':
      return isFolder(path);
    case 'ENOTDIR':
      return notAFolder(path);
    case 'ELOOP':
      return linkLeadsOut(path);
    case 'ENXIO':
      return notAFile(path);
    case 'EACCES':
    case 'EPERM':
      return fail(
        'no_permission',
        `No permission to use ${quote(path)}`,
        'Change its permissions, or use another path',
      );
    case 'EROFS':
      return fail('no_permission', `${quote(path)} is on a read-only file system`);
    case 'ENOSPC':
    case 'EDQUOT':
      return fail('disk_full', `No space left to write ${quote(path)}`, 'Free some disk space and try again');
    case 'ENAMETOOLONG':
      return fail('bad_path', `${quote(path)} is too long for a path`);
    case 'EMFILE':
    case 'ENFILE':
      return fail('too_many_files', `Too many files are open to use ${quote(path)}`, 'Try again in a moment');
    default:
      return fail('io_error', `The file system refused to use ${quote(path)} (${error.code})`);
  }
}

/** What a model reads of a failure. */
export function failureText(error: Failure): string {
  return error.hint === undefined ? `${error.message}.` : `${error.message}. ${error.hint}.`;
}
