import type { Migration } from './migration.ts';

export const histories: Migration = {
  version: 3,
  up(database) {
    database.exec(`
      -- Entries up to this one came in from a file: they were no work of this home, and nothing is done by their word.
      ALTER TABLE threads ADD COLUMN imported_seq INTEGER NOT NULL DEFAULT 0;

      -- What people were writing and have not sent: by the field that it was written in.
      CREATE TABLE drafts (
        key TEXT PRIMARY KEY NOT NULL,
        text TEXT NOT NULL
      ) STRICT, WITHOUT ROWID;
    `);
  },
};
