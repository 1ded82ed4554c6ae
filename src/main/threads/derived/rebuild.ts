import { connectionOf, reading, type NoParams, type WriteDb } from '../database.ts';
import { ENTRY_COLUMNS, toEntry, type EntryRow } from '../entry-row.ts';
import { deriveEntries } from './derive.ts';
import { CREATE_DERIVED, DERIVED_TABLES } from './schema.ts';
import { storeFirstSummary } from './summaries.ts';

const THREADS = reading<NoParams, { id: string }>('threadIds', 'SELECT id FROM threads');

const PAGE = reading<{ threadId: string; seq: number; limit: number }, EntryRow>(
  'entriesToDerive',
  `SELECT ${ENTRY_COLUMNS.join(', ')} FROM entries
   WHERE thread_id = :threadId AND seq > :seq ORDER BY seq LIMIT :limit`,
);

const PAGE_SIZE = 1000;

/** Drops what is derived and builds it again from all entries. Part of a transaction. */
export function rebuildDerived(db: WriteDb): void {
  const { database } = connectionOf(db);
  for (const table of DERIVED_TABLES) database.exec(`DROP TABLE IF EXISTS ${table}`);
  database.exec(CREATE_DERIVED);
  for (const { id } of THREADS.all(db, {})) rebuildThread(db, id);
}

function rebuildThread(db: WriteDb, threadId: string): void {
  storeFirstSummary(db, threadId);
  let seq = 0;
  for (;;) {
    const page = PAGE.all(db, { threadId, seq, limit: PAGE_SIZE });
    const last = page.at(-1);
    if (last === undefined) return;
    deriveEntries(db, threadId, page.map(toEntry));
    seq = last.seq;
  }
}
