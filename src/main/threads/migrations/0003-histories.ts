import type { Migration } from './migration.ts';

export const histories: Migration = {
  version: 3,
  up(database) {
    database.exec(`
      -- When it came in from a file; its runs were no work of this home.
      ALTER TABLE threads ADD COLUMN imported_at INTEGER;

      -- What people were writing and have not sent: by the field that it was written in.
      CREATE TABLE drafts (
        key TEXT PRIMARY KEY NOT NULL,
        text TEXT NOT NULL
      ) STRICT, WITHOUT ROWID;
    `);
  },
};
