import { isAbsolute } from 'node:path';
import { fileKey, type ChangedFile } from '../../shared/files/changed-files.ts';
import type { FilePlace, RevertAnswer } from '../../shared/files/changed-files-answer.ts';
import { type FileChange, type FileState } from '../../shared/files/file-version.ts';
import { fail, ok, type Failure, type Result } from '../../shared/lib/result.ts';
import type { Draft } from '../../shared/thread/draft.ts';
import { commit } from '../runs/commit.ts';
import type { RunsDeps } from '../runs/deps.ts';
import { threadSummary } from '../threads/summaries.ts';
import { headOf } from '../threads/thread-rows.ts';
import type { Snapshots } from '../workspace/changes/snapshots.ts';
import { LocalWorkspace } from '../workspace/local-workspace.ts';
import { changedFiles, type FilesOf } from './changed-files.ts';
import type { ThreadFiles } from './thread-files.ts';

export type RevertRequest = FilesOf & {
  /** Absent: all that are not reverted. */
  readonly files?: readonly FilePlace[];
  /** Brings what was reverted back instead. */
  readonly back?: boolean;
  /** Whatever was changed since. */
  readonly force?: boolean;
};

type RevertDeps = Pick<RunsDeps, 'store' | 'live' | 'now' | 'newId' | 'publish' | 'touched'> & {
  readonly files: Pick<ThreadFiles, 'snapshots'>;
};

/**
 * Puts files back to what they were before their changes, each or not at all, and notes in the thread what it did. A file
 * that was changed since is refused unless forced; what is replaced is kept, so that every revert can be undone.
 */
export async function revertFiles(deps: RevertDeps, request: RevertRequest): Promise<Result<RevertAnswer>> {
  const { threadId, files: wanted, back = false, force = false } = request;
  const head = headOf(deps.store.read, threadId);
  if (typeof head !== 'string' || threadSummary(deps.store.read, threadId) === undefined)
    return fail('thread_not_found', 'This thread does not exist any more');
  const keys = wanted && new Set(wanted.map(({ root, path }) => fileKey(root, path)));
  const { files: changed } = await changedFiles(deps.store.read, request);
  const chosen = changed.filter(
    (file) => (file.reverted !== undefined) === back && (keys === undefined || keys.has(fileKey(file.root, file.path))),
  );
  if (chosen.length === 0)
    return fail('nothing_to_revert', 'There is nothing to revert here', 'The list has changed: look at it again');
  const snapshots = deps.files.snapshots(threadId);
  const refused: RevertAnswer['refused'][number][] = [];
  const changes = new Map<string, FileChange[]>();
  for (const file of chosen) {
    const restored = await restore(file, snapshots, force);
    const { root, path } = file;
    if (restored.ok) changes.set(root, [...(changes.get(root) ?? []), restored.value]);
    else refused.push({ root, path, error: restored.error });
  }
  const notes = [...changes].map(([root, files]): Draft => {
    return { id: deps.newId(), targetId: head, body: { kind: 'files_changed', by: 'person', root, files } };
  });
  const noted = notes.length === 0 ? ok(null) : commit(deps, { threadId, tip: head }, notes);
  if (!noted.ok) return noted;
  return ok({ done: [...changes].flatMap(([root, files]) => files.map(({ path }) => ({ root, path }))), refused });
}

async function restore(file: ChangedFile, snapshots: Snapshots, force: boolean): Promise<Result<FileChange>> {
  const { root, path, before, after, gap, reverted, imported = false } = file;
  const to = reverted === undefined ? before : reverted.from;
  if (!(await isHere(after, snapshots)) || !(await isHere(before, snapshots)))
    return refuse('not_kept', `What “${path}” held was not kept`, 'Change it by hand');
  // A file must not be a way to write anywhere: the person is told where, and nothing that differs is replaced.
  if (imported && !isAbsolute(root)) return refuse('not_kept', `${root} is no folder of this machine`, '');
  if (imported && !force) {
    const message = `“${path}” was changed by a run that came in from a file`;
    return refuse('imported', message, `What the file says of it would be written in ${root}`);
  }
  const asItWas = imported || !force;
  if (gap && reverted === undefined && asItWas) {
    return refuse(
      'changed',
      `“${path}” was also changed by someone else, between the changes of the run`,
      'Reverting it takes those changes back too',
    );
  }
  const restored = await new LocalWorkspace({ root }).restore(path, {
    to,
    snapshots,
    ...(asItWas ? { expected: after } : {}),
  });
  if (restored.ok || restored.error.code !== 'changed') return restored;
  return refuse('changed', `“${path}” was changed again since`, 'Reverting it takes that change back too');
}

async function isHere(state: FileState, snapshots: Snapshots): Promise<boolean> {
  return state === null || (state.hash !== undefined && (await snapshots.has(state.hash)));
}

function refuse(code: string, message: string, hint: string): { readonly ok: false; readonly error: Failure } {
  return fail(code, message, hint);
}
