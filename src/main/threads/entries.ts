import type { Entry, NoteEntry } from '../../shared/thread/entry.ts';
import { reading, type ReadDb } from './database.ts';
import { COLUMNS_OF_E, toEntry, toNoteEntry, type EntryRow } from './entry-row.ts';

const BY_ID = reading<{ id: string }, EntryRow>('entryById', `SELECT ${COLUMNS_OF_E} FROM entries e WHERE e.id = :id`);

export function entryById(db: ReadDb, id: string): Entry | undefined {
  const row = BY_ID.get(db, { id });
  return row && toEntry(row);
}

const SINCE = reading<{ threadId: string; seq: number; limit: number }, EntryRow>(
  'entriesSince',
  `SELECT ${COLUMNS_OF_E} FROM entries e WHERE e.thread_id = :threadId AND e.seq > :seq ORDER BY e.seq LIMIT :limit`,
);

/** What came after `seq`, in order. */
export function entriesSince(db: ReadDb, threadId: string, seq: number, limit: number): readonly Entry[] {
  return SINCE.all(db, { threadId, seq, limit }).map(toEntry);
}

const OF_RUN = reading<{ runId: string }, EntryRow>(
  'entriesOfRun',
  `SELECT ${COLUMNS_OF_E} FROM runs r
   CROSS JOIN entries e ON e.thread_id = r.thread_id AND e.seq >= r.seq AND e.run_id = r.id
   WHERE r.id = :runId ORDER BY e.seq`,
);

/** Every entry of a run from its start on, in order: the message that it answers is not among them. */
export function entriesOfRun(db: ReadDb, runId: string): readonly Entry[] {
  return OF_RUN.all(db, { runId }).map(toEntry);
}

const NEWEST = reading<{ threadId: string }, { seq: number }>(
  'newestSeq',
  'SELECT coalesce(max(seq), 0) AS seq FROM entries WHERE thread_id = :threadId',
);

/** The seq of a thread's newest entry; 0 when it has none. */
export function newestSeq(db: ReadDb, threadId: string): number {
  return NEWEST.get(db, { threadId })?.seq ?? 0;
}

const ABOUT = reading<{ ids: string }, EntryRow>(
  'notesAbout',
  `SELECT ${COLUMNS_OF_E} FROM json_each(:ids) wanted CROSS JOIN entries e ON e.target_id = wanted.value`,
);

/** The notes that target any of these entries, in order. */
export function notesAbout(db: ReadDb, entryIds: readonly string[]): readonly NoteEntry[] {
  const notes = ABOUT.all(db, { ids: JSON.stringify(entryIds) }).map(toNoteEntry);
  return notes.toSorted((a, b) => a.seq - b.seq);
}
