import { setImmediate } from 'node:timers/promises';
import { tallyFiles, type ChangedFile, type ChangedFiles } from '../../shared/files/changed-files.ts';
import type { FileDifference } from '../../shared/files/file-difference.ts';
import type { ChangedFileRow, ChangedFilesAnswer } from '../../shared/files/changed-files-answer.ts';
import type { Result } from '../../shared/lib/result.ts';
import { ok } from '../../shared/lib/result.ts';
import type { ReadDb } from '../threads/database.ts';
import { fileNotes, importedSeq } from '../threads/file-notes.ts';
import { runsOfThread } from '../threads/runs.ts';
import type { StatePair } from '../workspace/changes/file-jobs.ts';
import type { ThreadFiles } from './thread-files.ts';

/** Rows beyond are counted: nobody reads that many, and comparing them all would take long. */
const MOST_ROWS = 2000;

/** All runs of a thread, or one. */
export type FilesOf = { readonly threadId: string; readonly runId?: string };

/** Notes that are read in one turn of the loop: each may tell of a thousand files. */
const NOTES_AT_ONCE = 2;

/** What they changed, and the runs that did. */
export type FilesOfRuns = ChangedFiles & { readonly runIds: ReadonlySet<string> };

export async function changedFiles(read: ReadDb, { threadId, runId }: FilesOf): Promise<FilesOfRuns> {
  const tally = tallyFiles(runId);
  const runIds = new Set<string>();
  const imported = importedSeq(read, threadId);
  let seq = 0;
  for (;;) {
    const notes = fileNotes(read, threadId, seq, NOTES_AT_ONCE);
    for (const note of notes) {
      tally.add(note, note.seq <= imported);
      if (note.runId !== undefined) runIds.add(note.runId);
      seq = note.seq;
    }
    if (notes.length < NOTES_AT_ONCE) return { ...tally.sum(), runIds };
    await setImmediate();
  }
}

/** What a file's change is seen between: of one that was reverted, what was reverted. */
export function pairOf({ before, after, reverted }: ChangedFile): StatePair {
  return { before, after: reverted === undefined ? after : reverted.from };
}

export type Differences = {
  readonly of: (threadId: string, pairs: readonly StatePair[]) => Promise<Result<readonly FileDifference[]>>;
};

/** How many lines a pair differs by never changes: what was counted is not counted again. */
export function createDifferences(files: Pick<ThreadFiles, 'desk' | 'snapshots'>): Differences {
  const MOST_KNOWN = 20_000;
  const known = new Map<string, FileDifference>();
  return {
    async of(threadId, pairs) {
      const fresh = new Map<string, StatePair>();
      for (const pair of pairs) {
        const key = keyOf(pair);
        if (!known.has(key)) fresh.set(key, pair);
      }
      if (fresh.size > 0) {
        const snapshots = files.snapshots(threadId).folder;
        const found = await files.desk.ask('differences', { snapshots, pairs: [...fresh.values()] });
        if (!found.ok) return found;
        if (known.size > MOST_KNOWN) known.clear();
        for (const [index, key] of [...fresh.keys()].entries()) {
          const difference = found.value[index];
          // Another thread may have kept what this one has not.
          if (difference !== undefined && difference.type !== 'not_kept') known.set(key, withoutText(difference));
        }
      }
      return ok(pairs.map((pair) => known.get(keyOf(pair)) ?? { type: 'not_kept' }));
    },
  };
}

function keyOf({ before, after }: StatePair): string {
  return `${before === null ? '' : (before.hash ?? '?')}:${after === null ? '' : (after.hash ?? '?')}`;
}

function withoutText(difference: FileDifference): FileDifference {
  return difference.type === 'text' ? { ...difference, diff: '' } : difference;
}

/** What the Files view shows. */
export async function changedFilesAnswer(
  read: ReadDb,
  differences: Differences,
  of: FilesOf,
): Promise<Result<ChangedFilesAnswer>> {
  const { files: all, more, unknown, runIds } = await changedFiles(read, of);
  const files = all.slice(0, MOST_ROWS);
  const found = await differences.of(of.threadId, files.map(pairOf));
  if (!found.ok) return found;
  return ok({
    files: files.map((file, index) => rowOf(file, found.value[index] ?? { type: 'not_kept' })),
    more: more + all.length - files.length,
    unknown,
    runs: runsOfThread(read, of.threadId)
      .filter(({ runId }) => runIds.has(runId))
      .map(({ runId, number, startedAt }) => ({ runId, number, startedAt })),
  });
}

function rowOf(file: ChangedFile, difference: FileDifference): ChangedFileRow {
  const { root, path, before, after, by, at, gap, reverted } = file;
  const then = reverted === undefined ? after : reverted.from;
  return {
    root,
    path,
    status: before === null ? 'added' : then === null ? 'deleted' : 'modified',
    by,
    at,
    gap,
    reverted: reverted !== undefined,
    exists: after !== null,
    lines: difference.type === 'text' ? { added: difference.added, removed: difference.removed } : undefined,
  };
}
