import Database from 'better-sqlite3';
import { ok, type Result } from '../../shared/lib/result.ts';
import type { Log } from '../lib/log.ts';
import { backUp } from './backups.ts';
import { storeOf, transact, type ReadDb, type WriteDb } from './database.ts';
import { rebuildDerived } from './derived/rebuild.ts';
import { storeFailure } from './failures.ts';
import { APPLICATION_ID, inspect } from './inspect.ts';
import { MIGRATIONS } from './migrations/all.ts';
import type { Migration } from './migrations/migration.ts';
import { stillThere } from './still-there.ts';

/** Its name in a home folder. */
export const STORE_FILE = 'runlight.db';

export type StoreOptions = {
  /** A path, or `:memory:`. */
  readonly file: string;
  /** Milliseconds, to time statements with. */
  readonly now: () => number;
  readonly log: Log;
};

export type Store = { readonly read: ReadDb; readonly write: WriteDb; close(): void };

/**
 * Opens the store, bringing an older file up to date after a backup beside it. Fails with `store_newer`,
 * `store_damaged`, `store_foreign`, `disk_full` or `store_failed`, and has then left the file as it was.
 */
export function openStore(options: StoreOptions): Result<Store> {
  return openStoreWith(options, MIGRATIONS);
}

/** `openStore` with formats of one's own choice. */
export function openStoreWith({ file, now, log }: StoreOptions, migrations: readonly Migration[]): Result<Store> {
  const newest = migrations.at(-1)?.version ?? 0;
  const inMemory = file === ':memory:';
  const inspected = inMemory ? ok(0) : inspect(file, newest);
  if (!inspected.ok) return inspected;
  const version = inspected.value;
  let database: Database.Database | undefined;
  try {
    database = new Database(file, { timeout: 5000 });
    const isThere = inMemory ? undefined : stillThere(file);
    const db = storeOf({ database, now, log, isThere });
    configure(database);
    if (version < newest) {
      if (version > 0) log('info', 'store backed up', { version, backup: backUp(database, file, version) });
      migrate(
        db,
        database,
        migrations.filter((migration) => migration.version > version),
      );
      log('info', 'store migrated', { from: version, to: newest });
    }
    return ok(storeAround(db, database));
  } catch (error) {
    database?.close();
    const failure = storeFailure(error);
    log('error', 'store not opened', { code: failure.code, cause: String(error) });
    return { ok: false, error: failure };
  }
}

function configure(database: Database.Database): void {
  // Each commit writes whole pages, of which most change by a few bytes; only a new file takes another size.
  database.pragma('page_size = 2048');
  database.pragma('journal_mode = WAL');
  database.pragma('synchronous = FULL');
  database.pragma('journal_size_limit = 8388608');
  database.pragma('foreign_keys = ON');
  // What a person deletes must not stay in free pages.
  database.pragma('secure_delete = ON');
}

function migrate(db: WriteDb, database: Database.Database, pending: readonly Migration[]): void {
  transact(db, 'migrate', () => {
    for (const { version, up } of pending) {
      up(database);
      database.pragma(`user_version = ${version}`);
    }
    database.pragma(`application_id = ${APPLICATION_ID}`);
    rebuildDerived(db);
  });
}

function storeAround(db: WriteDb, database: Database.Database): Store {
  return { read: db, write: db, close: () => void database.close() };
}
