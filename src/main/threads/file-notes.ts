import type { FilesNote } from '../../shared/files/changed-files.ts';
import { reading, type ReadDb } from './database.ts';
import { COLUMNS_OF_E, toNoteEntry, type EntryRow } from './entry-row.ts';

const NOTES = reading<{ threadId: string; seq: number; limit: number }, EntryRow>(
  'fileNotes',
  `SELECT ${COLUMNS_OF_E} FROM entries e
   WHERE e.thread_id = :threadId AND e.kind = 'files_changed' AND e.seq > :seq
     AND e.seq > (SELECT imported_seq FROM threads WHERE id = :threadId)
   ORDER BY e.seq LIMIT :limit`,
);

/** What is known of changed files in a thread after `seq`, in order. Of other machines' files nothing is. */
export function fileNotes(db: ReadDb, threadId: string, seq: number, limit: number): readonly FilesNote[] {
  return NOTES.all(db, { threadId, seq, limit })
    .map(toNoteEntry)
    .filter((note) => note.kind === 'files_changed');
}
