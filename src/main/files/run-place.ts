import type { AgentSnapshot, WorkspaceMode } from '../../shared/run/agent.ts';
import { fail, ok, type Result } from '../../shared/lib/result.ts';
import type { ReadDb } from '../threads/database.ts';
import { newestCopyRun, ownRunAt } from '../threads/runs.ts';
import { changesSince, restoreThen } from './files-then.ts';
import type { ThreadFiles } from './thread-files.ts';

/** Where a run works. */
export type RunPlace = Pick<AgentSnapshot, 'workspace' | 'copy'>;

export type PlaceWish = {
  readonly threadId: string;
  /** The path entry that the run goes on from. */
  readonly at: string | null;
  /** Absent: where the run before it worked. */
  readonly workspace?: string;
  readonly mode?: WorkspaceMode;
  /** In a copy of the folder as it was at `at`. */
  readonly asOf?: boolean;
};

/** A place that exists, or one that is still to be copied. */
export type PlaceChoice =
  | { readonly type: 'there'; readonly place: RunPlace }
  | {
      readonly type: 'copy';
      readonly of: string;
      /** The folder that `of` is a copy of itself: that of the thread that this one was forked from. */
      readonly original?: string;
      /** Another copy beside the thread's one: of how the folder was at that entry. */
      readonly asOf?: { readonly entryId: string | null };
    };

/**
 * A thread has one copy, which all its runs on a copy work in, besides those of how a folder was. Fails with `no_folder`,
 * `copy_exists`.
 */
export function choosePlace(
  read: ReadDb,
  { threadId, at, workspace, mode, asOf = false }: PlaceWish,
  ownCopy: (folder: string) => boolean,
): Result<PlaceChoice> {
  const last = ownRunAt(read, threadId, at)?.agent;
  const place = workspace === undefined ? { workspace: last?.workspace, copy: last?.copy } : { workspace };
  const { copy, workspace: folder } = place;
  if (asOf && folder !== undefined) {
    return ok({ type: 'copy', of: folder, original: copy?.of, asOf: { entryId: at } });
  }
  if (copy !== undefined && folder !== undefined && !ownCopy(folder)) {
    return ok({ type: 'copy', of: folder, original: copy.of });
  }
  if (mode !== 'copy' || copy !== undefined) return ok({ type: 'there', place });
  if (folder === undefined) return fail('no_folder', 'There is no folder to make a copy of', 'Choose one');
  const kept = newestCopyRun(read, threadId)?.agent;
  if (kept?.copy === undefined) return ok({ type: 'copy', of: folder });
  if (kept.copy.of === folder) return ok({ type: 'there', place: { workspace: kept.workspace, copy: kept.copy } });
  return fail('copy_exists', `This thread has a copy of ${kept.copy.of}`, 'Start a new run for another folder');
}

/** Makes the copy if there is to be one, and hands the place to `start`. A copy that nothing started on is removed. */
export async function startAt<T>(
  deps: { readonly files: ThreadFiles; readonly read: ReadDb; readonly newId: () => string },
  threadId: string,
  choice: PlaceChoice,
  start: (place: RunPlace) => Promise<Result<T>>,
): Promise<Result<T>> {
  if (choice.type === 'there') return start(choice.place);
  const { files, read } = deps;
  const { of, original, asOf } = choice;
  const which = asOf && deps.newId();
  const made = await files.copy(threadId, of, which);
  if (!made.ok) return made;
  const { copy, workspace } = made.value;
  const since = asOf && (await changesSince(read, threadId, asOf.entryId, of));
  const restored = since && { asOf: await restoreThen(since, workspace, files.snapshots(threadId)) };
  const started = await start({ workspace, copy: { ...copy, of: original ?? copy.of, ...restored } });
  if (!started.ok) await files.removeCopy(threadId, which);
  return started;
}
