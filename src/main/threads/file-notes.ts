import type { FilesNote } from '../../shared/files/changed-files.ts';
import { reading, type ReadDb } from './database.ts';
import { COLUMNS_OF_E, toNoteEntry, type EntryRow } from './entry-row.ts';

const NOTES = reading<{ threadId: string; seq: number; limit: number }, EntryRow>(
  'fileNotes',
  `SELECT ${COLUMNS_OF_E} FROM entries e
   WHERE e.thread_id = :threadId AND e.kind = 'files_changed' AND e.seq > :seq
     AND e.seq > (SELECT copied_seq FROM threads WHERE id = :threadId)
   ORDER BY e.seq LIMIT :limit`,
);

/** What is known of changed files in a thread after `seq`, in order. What it has copies of was changed by another. */
export function fileNotes(db: ReadDb, threadId: string, seq: number, limit: number): readonly FilesNote[] {
  return NOTES.all(db, { threadId, seq, limit })
    .map(toNoteEntry)
    .filter((note) => note.kind === 'files_changed');
}

const IMPORTED = reading<{ threadId: string }, { seq: number }>(
  'importedSeq',
  'SELECT imported_seq AS seq FROM threads WHERE id = :threadId',
);

/** The last entry that came in from a file; 0 where none did. */
export function importedSeq(db: ReadDb, threadId: string): number {
  return IMPORTED.get(db, { threadId })?.seq ?? 0;
}
