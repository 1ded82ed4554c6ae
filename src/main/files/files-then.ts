import { resolve } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import type { FileState } from '../../shared/files/file-version.ts';
import type { FilesThen } from '../../shared/run/agent.ts';
import { entryById } from '../threads/entries.ts';
import type { ReadDb } from '../threads/database.ts';
import { fileNotes } from '../threads/file-notes.ts';
import type { Snapshots } from '../workspace/changes/snapshots.ts';
import { LocalWorkspace } from '../workspace/local-workspace.ts';

/** Names of files beyond are counted. */
const MOST_NAMES = 50;
/** Notes that are read in one turn of the loop: each may tell of a thousand files. */
const NOTES_AT_ONCE = 2;

/** What a thread's runs changed in a folder after an entry. */
export type ChangesSince = {
  /** When that entry was written; 0: since the beginning. */
  readonly at: number;
  /** What stood there then, by path. */
  readonly files: ReadonlyMap<string, FileState>;
  /** Changes that were not listed. */
  readonly more: number;
  readonly unknown: boolean;
};

/** `entryId`: `null` for the beginning of the thread. What others changed in the folder, nobody knows. */
export async function changesSince(
  read: ReadDb,
  threadId: string,
  entryId: string | null,
  folder: string,
): Promise<ChangesSince> {
  const entry = entryId === null ? undefined : entryById(read, entryId);
  const files = new Map<string, FileState>();
  let seq = entry?.seq ?? 0;
  let more = 0;
  let unknown = false;
  for (;;) {
    const notes = fileNotes(read, threadId, seq, NOTES_AT_ONCE);
    for (const note of notes) {
      seq = note.seq;
      if (note.root !== resolve(folder)) continue;
      for (const { path, before } of note.files) if (!files.has(path)) files.set(path, before);
      more += note.more ?? 0;
      unknown ||= note.unknown !== undefined;
    }
    if (notes.length < NOTES_AT_ONCE) return { at: entry?.at ?? 0, files, more, unknown };
    await setImmediate();
  }
}

/** Those of the files that cannot be brought back: what they held was not kept. */
export async function notKept({ files }: ChangesSince, snapshots: Snapshots): Promise<readonly string[]> {
  const lost: string[] = [];
  for (const [path, state] of files) {
    const kept = state === null || (state.hash !== undefined && (await snapshots.has(state.hash)));
    if (!kept) lost.push(path);
  }
  return lost;
}

/** Puts the files of a copy back to what they were, as far as that was kept, and tells what was not. */
export async function restoreThen(since: ChangesSince, copy: string, snapshots: Snapshots): Promise<FilesThen> {
  const workspace = new LocalWorkspace({ root: copy });
  const lost: string[] = [];
  for (const [path, to] of since.files) {
    const restored = await workspace.restore(path, { to, snapshots });
    if (!restored.ok) lost.push(path);
  }
  return filesThen(since, lost);
}

/** The same as `restoreThen` tells, before anything is done. */
export function filesThen({ at, more, unknown }: ChangesSince, lost: readonly string[]): FilesThen {
  const unrestored = lost.slice(0, MOST_NAMES);
  const told = { at, unrestored, more: more + lost.length - unrestored.length };
  return unknown ? { ...told, unknown } : told;
}
