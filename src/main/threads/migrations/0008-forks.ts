import type { Migration } from './migration.ts';

/** Which entries of a thread are copies. The derived tables know the runs of branches from here on. */
export const forks: Migration = {
  version: 8,
  up(database) {
    database.exec(`
      -- Entries up to this one are copies of another thread's: they count where they come from.
      ALTER TABLE threads ADD COLUMN copied_seq INTEGER NOT NULL DEFAULT 0;
    `);
  },
};
