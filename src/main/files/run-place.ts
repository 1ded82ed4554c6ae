import type { AgentSnapshot, WorkspaceMode } from '../../shared/run/agent.ts';
import { fail, ok, type Result } from '../../shared/lib/result.ts';
import type { ReadDb } from '../threads/database.ts';
import { newestCopyRun, ownRunAt } from '../threads/runs.ts';
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
};

/** A place that exists, or one that is still to be copied. */
export type PlaceChoice =
  | { readonly type: 'there'; readonly place: RunPlace }
  | {
      readonly type: 'copy';
      readonly of: string;
      /** The folder that `of` is a copy of itself: that of the thread that this one was forked from. */
      readonly original?: string;
    };

/** A thread has one copy, which all its runs on a copy work in. Fails with `no_folder`, `copy_exists`. */
export function choosePlace(read: ReadDb, { threadId, at, workspace, mode }: PlaceWish): Result<PlaceChoice> {
  const last = ownRunAt(read, threadId, at)?.agent;
  const place = workspace === undefined ? { workspace: last?.workspace, copy: last?.copy } : { workspace };
  const kept = newestCopyRun(read, threadId)?.agent;
  if (place.copy !== undefined && place.workspace !== undefined && kept === undefined) {
    return ok({ type: 'copy', of: place.workspace, original: place.copy.of });
  }
  if (mode !== 'copy' || place.copy !== undefined) return ok({ type: 'there', place });
  const of = place.workspace;
  if (of === undefined) return fail('no_folder', 'There is no folder to make a copy of', 'Choose one');
  if (kept?.copy === undefined) return ok({ type: 'copy', of });
  if (kept.copy.of === of) return ok({ type: 'there', place: { workspace: kept.workspace, copy: kept.copy } });
  return fail('copy_exists', `This thread has a copy of ${kept.copy.of}`, 'Start a new run for another folder');
}

/** Makes the copy if there is to be one, and hands the place to `start`. A copy that nothing started on is removed. */
export async function startAt<T>(
  files: Pick<ThreadFiles, 'copy' | 'removeCopy'>,
  threadId: string,
  choice: PlaceChoice,
  start: (place: RunPlace) => Promise<Result<T>>,
): Promise<Result<T>> {
  if (choice.type === 'there') return start(choice.place);
  const made = await files.copy(threadId, choice.of);
  if (!made.ok) return made;
  const { copy, workspace } = made.value;
  const started = await start({ workspace, copy: { ...copy, of: choice.original ?? copy.of } });
  if (!started.ok) await files.removeCopy(threadId);
  return started;
}
