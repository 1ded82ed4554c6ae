import type { FilesChangedBody, NoteEntry } from '../thread/entry.ts';
import { isSameState, type FileChange, type FileState } from './file-version.ts';

export type FilesNote = Extract<NoteEntry, { kind: 'files_changed' }>;

/** One file and what became of it over some changes, seen from their first to their last. */
export type ChangedFile = {
  /** The workspace's folder. */
  readonly root: string;
  readonly path: string;
  readonly before: FileState;
  readonly after: FileState;
  /** Who changed it: a file tool, a command. */
  readonly by: readonly ('tool' | 'command')[];
  /** When it was last changed (ms since the epoch). */
  readonly at: number;
  /** Somebody else changed it between two of these changes. */
  readonly gap: boolean;
  /** A file says so that was imported: it may be of another machine, or made up. */
  readonly imported?: true;
  /** Present once a person has reverted it: what stood there until then. */
  readonly reverted?: { readonly from: FileState };
};

/** Why it is not known what a command changed, or not all of it. */
export type FilesUnknown = NonNullable<FilesChangedBody['unknown']>;

export type ChangedFiles = {
  /** In the order in which they were first changed. */
  readonly files: readonly ChangedFile[];
  /** Changes that were too many to be listed. */
  readonly more: number;
  readonly unknown: readonly FilesUnknown[];
};

export type FilesTally = {
  readonly add: (note: FilesNote, imported?: boolean) => void;
  readonly sum: () => ChangedFiles;
};

/**
 * What a run, or all runs of a thread, did to files, note by note in order. No `Fold`: notes may tell of thousands of
 * files, so it changes what it holds.
 */
export function tallyFiles(runId?: string): FilesTally {
  const files = new Map<string, ChangedFile>();
  const unknown = new Set<FilesUnknown>();
  let more = 0;
  return {
    add(note, imported = false) {
      const isRevert = note.by === 'person';
      if (!isRevert && runId !== undefined && note.runId !== runId) return;
      for (const change of note.files) {
        const key = fileKey(note.root, change.path);
        const known = files.get(key);
        const next = isRevert ? revertFile(known, change, note) : changeFile(known, change, note);
        if (next !== undefined) files.set(key, imported ? { ...next, imported: true } : next);
      }
      more += note.more ?? 0;
      if (note.unknown !== undefined) unknown.add(note.unknown);
    },
    sum: () => ({ files: [...files.values()].filter(isTold), more, unknown: [...unknown] }),
  };
}

/** A file that is back to what it was is not worth telling, unless it was reverted. */
function isTold({ before, after, reverted }: ChangedFile): boolean {
  return reverted !== undefined || !isSameState(before, after);
}

function changeFile(known: ChangedFile | undefined, { path, before, after }: FileChange, note: FilesNote): ChangedFile {
  const by = note.by === 'command' ? 'command' : 'tool';
  const { root, at } = note;
  // What was reverted is over: a later change is seen from there.
  if (known === undefined || (known.reverted !== undefined && isSameState(known.after, before))) {
    return { root, path, before, after, by: [by], at, gap: false };
  }
  return {
    root,
    path,
    before: known.before,
    after,
    by: known.by.includes(by) ? known.by : [...known.by, by],
    at,
    gap: known.gap || !isSameState(known.after, before),
    ...(known.imported === true ? { imported: true } : {}),
  };
}

/** Only what a revert does to these very changes counts: it may be about those of another run. */
function revertFile(
  known: ChangedFile | undefined,
  { before, after }: FileChange,
  note: FilesNote,
): ChangedFile | undefined {
  if (known === undefined) return undefined;
  const { reverted, ...file } = known;
  if (isSameState(known.before, after)) return { ...file, after, at: note.at, gap: false, reverted: { from: before } };
  if (reverted !== undefined && isSameState(reverted.from, after)) return { ...file, after, at: note.at };
  return isSameState(known.after, before) ? { ...file, after, at: note.at } : known;
}

export function fileKey(root: string, path: string): string {
  return `${root}\0${path}`;
}
