import type { ComparedFile, FileFate } from '../../shared/compare/comparison.ts';
import { fileKey, tallyFiles, type ChangedFile } from '../../shared/files/changed-files.ts';
import { isSameState } from '../../shared/files/file-version.ts';
import type { Entry } from '../../shared/thread/entry.ts';

/** What one side changed of files, by where they are in its folder. */
export type SideFiles = { readonly byPath: ReadonlyMap<string, ChangedFile>; readonly unknown: boolean };

export function sideFiles(entries: Iterable<Entry>): SideFiles {
  const tally = tallyFiles();
  // What was copied from another thread was changed by that one.
  for (const entry of entries) if (entry.kind === 'files_changed' && entry.copiedFrom === undefined) tally.add(entry);
  const { files, more, unknown } = tally.sum();
  const byPath = new Map<string, ChangedFile>();
  // Runs of a branch may have worked on copies of their folder, with the same files; in two folders at once only by a move.
  for (const file of files) {
    byPath.set(byPath.has(file.path) ? fileKey(file.root, file.path) : file.path, file);
  }
  return { byPath, unknown: more > 0 || unknown.length > 0 };
}

export function compareFiles(left: SideFiles, right: SideFiles): readonly ComparedFile[] {
  const paths = [...new Set([...left.byPath.keys(), ...right.byPath.keys()])].toSorted();
  return paths.map((path) => {
    const [ours, theirs] = [left.byPath.get(path), right.byPath.get(path)];
    return {
      path,
      ...(ours === undefined ? {} : { left: fateOf(ours) }),
      ...(theirs === undefined ? {} : { right: fateOf(theirs) }),
      same: ours !== undefined && theirs !== undefined && isSameState(ours.after, theirs.after),
    };
  });
}

function fateOf({ before, after }: ChangedFile): FileFate {
  if (after === null) return 'deleted';
  return before === null ? 'added' : 'modified';
}
