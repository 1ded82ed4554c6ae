import type { Migration } from './migration.ts';

export const children: Migration = {
  version: 7,
  up(database) {
    database.exec(`
      -- Of a sub-agent's thread: the call that it answers. A provider reuses ids of calls, so its message is named as well.
      ALTER TABLE threads ADD COLUMN parent_thread_id TEXT;
      ALTER TABLE threads ADD COLUMN parent_run_id TEXT;
      ALTER TABLE threads ADD COLUMN parent_message_id TEXT;
      ALTER TABLE threads ADD COLUMN parent_call_id TEXT;
      CREATE INDEX threads_parent ON threads (parent_thread_id, parent_run_id) WHERE parent_thread_id IS NOT NULL;
      DROP INDEX threads_hidden;
      CREATE INDEX threads_hidden ON threads (deleted_at, parent_thread_id) WHERE deleted_at IS NOT NULL;
    `);
  },
};
