import type { Migration } from './migration.ts';

/** Where a thread comes from, if not from this engine's own runs: `code`, a program that makes its runs itself. */
export const threadSource: Migration = {
  version: 4,
  up(database) {
    database.exec(`ALTER TABLE threads ADD COLUMN source TEXT CHECK (source IN ('code'))`);
  },
};
