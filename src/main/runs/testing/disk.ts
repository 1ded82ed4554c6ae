import Database from 'better-sqlite3';
import { silentLog } from '../../lib/log.ts';
import { connectionOf, storeOf } from '../../threads/database.ts';
import type { Store } from '../../threads/open.ts';

/** For tests: what the disk holds of a store at this moment. */
export function photograph({ read }: Store): Buffer {
  return connectionOf(read).database.serialize();
}

/** What a kill leaves of the disk, as the next process opens it. */
export function storeFrom(bytes: Buffer): Store {
  const database = new Database(bytes);
  database.pragma('foreign_keys = ON');
  const db = storeOf({ database, now: () => 0, log: silentLog });
  return { read: db, write: db, close: () => void database.close() };
}
