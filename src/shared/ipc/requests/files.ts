import { z } from 'zod';
import type { ChangedFilesAnswer, RevertAnswer } from '../../files/changed-files-answer.ts';
import type { FileDifference } from '../../files/file-difference.ts';
import { route, Id, Nothing, FilePath } from './parts.ts';

const FilesOf = z.object({ threadId: Id, runId: Id.optional() });
const Place = { root: FilePath, path: FilePath };

/** Files that runs changed, and folders. */
export const files = {
  /** What the runs of a thread, or one of them, changed in their workspaces. Ask again after a `files_changed` entry. */
  'files.changed': route<ChangedFilesAnswer>()(FilesOf),
  'files.difference': route<FileDifference>()(FilesOf.extend(Place)),
  /** Puts files back to what they were before; `files` absent: all. Refused with `run_active` while a run works there. */
  'files.revert': route<RevertAnswer>()(
    FilesOf.extend({ files: z.array(z.object(Place)).max(5000).optional(), anyway: z.boolean().optional() }),
  ),
  /** Takes a revert back. */
  'files.unrevert': route<RevertAnswer>()(FilesOf.extend({ ...Place, anyway: z.boolean().optional() })),
  /** Brings what runs changed in the thread's copy of a folder to that folder; nothing that differs there is replaced. */
  'files.apply': route<RevertAnswer>()(z.object({ threadId: Id })),
  /** Opens a changed file in the program that the system has for it. Fails with `no_opener` where the host has none. */
  'files.open': route<null>()(FilesOf.extend(Place)),
  /** The host's own dialog; `path` is null when the person cancelled. Fails with `no_dialog` where the host has none. */
  'folder.pick': route<{ readonly path: string | null }>()(Nothing),
  /** Folders whose path starts with what the person has typed. */
  'folder.complete': route<{ readonly folders: readonly string[] }>()(z.object({ prefix: z.string().max(4096) })),
} as const;
