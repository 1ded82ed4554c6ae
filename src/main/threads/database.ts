import type Database from 'better-sqlite3';
import type { Log } from '../lib/log.ts';

declare const reads: unique symbol;
declare const writes: unique symbol;

/** A store that may be asked. The connection behind it is only reached through `reading` and `writing` statements. */
export type ReadDb = { readonly [reads]: true };
/** A store that may also be changed. */
export type WriteDb = ReadDb & { readonly [writes]: true };

export type Connection = {
  readonly database: Database.Database;
  readonly now: () => number;
  readonly log: Log;
  /** Whether what is written now will be found again. */
  readonly isThere?: () => boolean;
};

/** Statements and transactions that take longer, in ms, are logged by name. */
const SLOW = 50;

export function storeOf(connection: Connection): WriteDb {
  return connection as unknown as WriteDb;
}

export function connectionOf(db: ReadDb): Connection {
  return db as unknown as Connection;
}

/** What a statement binds, by name. */
type Params = { readonly [name: string]: string | number | Uint8Array | null };

export type NoParams = { readonly [name: string]: never };

export type Reading<P extends Params, Row> = {
  get(db: ReadDb, params: P): Row | undefined;
  all(db: ReadDb, params: P): readonly Row[];
};

export type Writing<P extends Params> = {
  /** The number of rows that changed. */
  run(db: WriteDb, params: P): number;
};

/** A named query, prepared once per store. Its rows are taken to be of type `Row`: keep that beside the SQL. */
export function reading<P extends Params, Row>(name: string, sql: string): Reading<P, Row> {
  const prepared = preparedOnce<P, Row>(sql);
  return {
    get: (db, params) => timed(db, name, () => prepared(db).get(params)),
    all: (db, params) => timed(db, name, () => prepared(db).all(params)),
  };
}

/** A named statement that changes rows, prepared once per store. */
export function writing<P extends Params>(name: string, sql: string): Writing<P> {
  const prepared = preparedOnce<P, unknown>(sql);
  return { run: (db, params) => timed(db, name, () => prepared(db).run(params).changes) };
}

function preparedOnce<P extends Params, Row>(sql: string): (db: ReadDb) => Database.Statement<[P], Row> {
  const cache = new WeakMap<ReadDb, Database.Statement<[P], Row>>();
  return (db) => {
    const known = cache.get(db);
    if (known !== undefined) return known;
    const statement = connectionOf(db).database.prepare<[P], Row>(sql);
    cache.set(db, statement);
    return statement;
  };
}

/** Several reads of one moment. */
export function snapshot<T>(db: ReadDb, name: string, read: () => T): T {
  return timed(db, name, () => connectionOf(db).database.transaction(read).deferred());
}

/** All of it or, when `write` throws, none of it. */
export function transact<T>(db: WriteDb, name: string, write: () => T): T {
  return timed(db, name, () => connectionOf(db).database.transaction(write).immediate());
}

function timed<T>(db: ReadDb, name: string, work: () => T): T {
  const { now, log } = connectionOf(db);
  const start = now();
  const result = work();
  const ms = now() - start;
  if (ms > SLOW) log('warn', 'slow query', { name, ms });
  return result;
}
