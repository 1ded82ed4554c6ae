import type { Entry, NoteEntry, PathEntry } from '../../shared/thread/entry.ts';
import { isPathEntry } from '../../shared/thread/entry.ts';
import { must } from '../../shared/lib/assert.ts';
import { writing, type WriteDb } from './database.ts';
import { upcast } from './upcast.ts';

export type EntryRow = {
  readonly id: string;
  readonly thread_id: string;
  readonly seq: number;
  readonly at: number;
  readonly run_id: string | null;
  readonly kind: string;
  readonly parent_id: string | null;
  readonly target_id: string | null;
  readonly v: number;
  /** JSON: all but the kind. */
  readonly body: string;
};

const ENTRY_COLUMNS = [
  'id',
  'thread_id',
  'seq',
  'at',
  'run_id',
  'kind',
  'parent_id',
  'target_id',
  'v',
  'body',
] as const satisfies readonly (keyof EntryRow)[];

/** What to `SELECT` of entries that the statement calls `e`. */
export const COLUMNS_OF_E = ENTRY_COLUMNS.map((column) => `e.${column}`).join(', ');

export function toEntry(row: EntryRow): Entry {
  const body = upcast(row.v, { kind: row.kind, ...JSON.parse(row.body) });
  const stamp = { id: row.id, threadId: row.thread_id, seq: row.seq, at: row.at, v: row.v };
  const whole = row.run_id === null ? stamp : { ...stamp, runId: row.run_id };
  // Which kinds are path entries is what the row's columns say: both were written together.
  return (row.target_id === null
    ? { ...whole, parentId: row.parent_id, ...body }
    : { ...whole, targetId: row.target_id, ...body }) as unknown as Entry;
}

/** A row that was asked for as one of a path. */
export function toPathEntry(row: EntryRow): PathEntry {
  const entry = toEntry(row);
  return must(isPathEntry(entry) ? entry : undefined, `path entry ${row.id}`);
}

/** A row that was asked for by its target. */
export function toNoteEntry(row: EntryRow): NoteEntry {
  const entry = toEntry(row);
  return must(isPathEntry(entry) ? undefined : entry, `note ${row.id}`);
}

const INSERT = writing<EntryRow>(
  'insertEntry',
  `INSERT INTO entries (${ENTRY_COLUMNS.join(', ')}) VALUES (${ENTRY_COLUMNS.map((column) => `:${column}`).join(', ')})`,
);

export function insertEntry(db: WriteDb, entry: Entry): void {
  const { id, threadId, seq, at, runId, v, kind, ...rest } = entry;
  const { parentId, targetId, ...body } = { parentId: null, targetId: null, ...rest };
  INSERT.run(db, {
    id,
    thread_id: threadId,
    seq,
    at,
    run_id: runId ?? null,
    kind,
    parent_id: parentId,
    target_id: targetId,
    v,
    body: JSON.stringify(body),
  });
}
