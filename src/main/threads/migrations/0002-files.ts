import type { Migration } from './migration.ts';

export const files: Migration = {
  version: 2,
  up(database) {
    database.exec(`
      -- What changed files: few of the many entries of a thread.
      CREATE INDEX entries_files ON entries (thread_id, seq) WHERE kind = 'files_changed';
    `);
  },
};
