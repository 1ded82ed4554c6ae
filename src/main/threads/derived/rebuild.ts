import { connectionOf, reading, type NoParams, type WriteDb } from '../database.ts';
import { entriesSince } from '../entries.ts';
import { deriveEntries } from './derive.ts';
import { CREATE_DERIVED, DERIVED_TABLES } from './schema.ts';
import { storeFirstSummary } from './summaries.ts';

const THREADS = reading<NoParams, { id: string }>('threadIds', 'SELECT id FROM threads');

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
    const page = entriesSince(db, threadId, seq, PAGE_SIZE);
    const last = page.at(-1);
    if (last === undefined) return;
    deriveEntries(db, threadId, page);
    seq = last.seq;
  }
}
