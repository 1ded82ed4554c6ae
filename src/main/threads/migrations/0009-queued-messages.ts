import type { Migration } from './migration.ts';

export const queuedMessages: Migration = {
  version: 9,
  up(database) {
    database.exec(`
      -- What people have written to a run at work and it has not taken up. Mutable, and gone once it is an entry.
      CREATE TABLE queued_messages (
        id TEXT PRIMARY KEY NOT NULL,
        thread_id TEXT NOT NULL REFERENCES threads (id) ON DELETE CASCADE,
        run_id TEXT NOT NULL,
        place INTEGER NOT NULL,
        text TEXT NOT NULL,
        attachments TEXT NOT NULL,
        at INTEGER NOT NULL
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX queued_messages_thread ON queued_messages (thread_id, place);
    `);
  },
};
