import type { ChangedFile } from '../../shared/files/changed-files.ts';
import type { RevertAnswer } from '../../shared/files/changed-files-answer.ts';
import { fail, ok, type Result } from '../../shared/lib/result.ts';
import type { ReadDb } from '../threads/database.ts';
import { newestCopyRun } from '../threads/runs.ts';
import type { Snapshots } from '../workspace/changes/snapshots.ts';
import { LocalWorkspace } from '../workspace/local-workspace.ts';
import { changedFiles } from './changed-files.ts';
import type { ThreadFiles } from './thread-files.ts';

/** The folder of the thread's copy, and the one that it is a copy of. Fails with `no_copy`. */
export function copyOf(read: ReadDb, threadId: string): Result<{ readonly copy: string; readonly of: string }> {
  const agent = newestCopyRun(read, threadId)?.agent;
  return agent?.workspace === undefined || agent.copy === undefined
    ? fail('no_copy', 'This thread has no copy of a folder', 'Its runs work in the folder itself')
    : ok({ copy: agent.workspace, of: agent.copy.of });
}

/**
 * Brings what the runs of a thread changed in its copy to the folder that it is a copy of, each file or not at all. One
 * that is not there as it was before the runs is named, and stays as it is. Fails with `no_copy`, `nothing_to_apply`.
 */
export async function applyCopy(
  read: ReadDb,
  files: Pick<ThreadFiles, 'snapshots'>,
  threadId: string,
): Promise<Result<RevertAnswer>> {
  const places = copyOf(read, threadId);
  if (!places.ok) return places;
  const { copy, of } = places.value;
  const changed = (await changedFiles(read, { threadId })).files;
  const wanted = changed.filter((file) => file.root === copy && file.reverted === undefined);
  if (wanted.length === 0) return fail('nothing_to_apply', 'Nothing is changed in the copy', 'Look at the list again');
  const folder = new LocalWorkspace({ root: of });
  const there = await folder.check();
  if (!there.ok) return there;
  const done: RevertAnswer['done'][number][] = [];
  const refused: RevertAnswer['refused'][number][] = [];
  for (const file of wanted) {
    const applied = await apply(folder, file, files.snapshots(threadId));
    const place = { root: of, path: file.path };
    if (applied.ok) done.push(place);
    else refused.push({ ...place, error: applied.error });
  }
  return ok({ done, refused });
}

async function apply(
  folder: LocalWorkspace,
  { path, before, after }: ChangedFile,
  snapshots: Snapshots,
): Promise<Result<unknown>> {
  const applied = await folder.restore(path, { to: after, expected: before, snapshots });
  if (applied.ok || applied.error.code !== 'changed') return applied;
  // It may be there already.
  const again = await folder.restore(path, { to: after, expected: after, snapshots });
  if (again.ok) return again;
  return fail('changed', `“${path}” is not as it was when the copy was made`, 'Bring these over by hand');
}
