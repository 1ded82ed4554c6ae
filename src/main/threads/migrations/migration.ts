import type Database from 'better-sqlite3';

/** One step of the file's format. It touches tables and indexes only: bodies are upcast when they are read. */
export type Migration = {
  /** Dense, from 1; becomes the file's `user_version`. */
  readonly version: number;
  /** Runs in a transaction. Derived tables are rebuilt afterwards, whatever it does. */
  readonly up: (database: Database.Database) => void;
};
