import type { Migration } from './migration.ts';

export const threads: Migration = {
  version: 1,
  up(database) {
    database.exec(`
      CREATE TABLE threads (
        id TEXT PRIMARY KEY NOT NULL,
        created_at INTEGER NOT NULL,
        title TEXT NOT NULL,
        title_by TEXT NOT NULL CHECK (title_by IN ('auto', 'person')),
        head_id TEXT,
        pinned INTEGER NOT NULL DEFAULT 0 CHECK (pinned IN (0, 1)),
        archived INTEGER NOT NULL DEFAULT 0 CHECK (archived IN (0, 1)),
        -- Since then it is hidden. Once it is being purged there is no way back.
        deleted_at INTEGER,
        purging INTEGER NOT NULL DEFAULT 0 CHECK (purging IN (0, 1))
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX threads_hidden ON threads (deleted_at) WHERE deleted_at IS NOT NULL;

      -- A table of its own: a thread's row is written again with each move of its head.
      CREATE TABLE thread_metadata (
        thread_id TEXT NOT NULL REFERENCES threads (id) ON DELETE CASCADE,
        key TEXT NOT NULL,
        value TEXT NOT NULL,
        PRIMARY KEY (thread_id, key)
      ) STRICT, WITHOUT ROWID;

      -- Written once, never updated. Notes have a target and no parent; a path entry without a parent is a root.
      CREATE TABLE entries (
        id TEXT PRIMARY KEY NOT NULL,
        thread_id TEXT NOT NULL REFERENCES threads (id),
        seq INTEGER NOT NULL CHECK (seq > 0),
        at INTEGER NOT NULL,
        run_id TEXT,
        kind TEXT NOT NULL,
        parent_id TEXT,
        target_id TEXT,
        v INTEGER NOT NULL,
        body TEXT NOT NULL,
        UNIQUE (thread_id, seq),
        CHECK (parent_id IS NULL OR target_id IS NULL)
      ) STRICT;
      CREATE INDEX entries_target ON entries (target_id) WHERE target_id IS NOT NULL;

      -- The answer that a run is being given, as far as it had come.
      CREATE TABLE checkpoints (
        run_id TEXT PRIMARY KEY NOT NULL,
        thread_id TEXT NOT NULL REFERENCES threads (id) ON DELETE CASCADE,
        parent_id TEXT NOT NULL,
        step INTEGER NOT NULL,
        model TEXT NOT NULL,
        sent_at REAL NOT NULL,
        first_token_at REAL
      ) STRICT;
      CREATE INDEX checkpoints_thread ON checkpoints (thread_id);
      CREATE TABLE checkpoint_parts (
        run_id TEXT NOT NULL REFERENCES checkpoints (run_id) ON DELETE CASCADE,
        part INTEGER NOT NULL,
        text TEXT NOT NULL,
        reasoning TEXT NOT NULL,
        PRIMARY KEY (run_id, part)
      ) STRICT, WITHOUT ROWID;

      -- What goes along with messages, once each, by the hash of it.
      CREATE TABLE blobs (
        id TEXT PRIMARY KEY NOT NULL,
        bytes BLOB NOT NULL,
        at INTEGER NOT NULL
      ) STRICT;
      -- Which threads need a blob: it goes with the last of them.
      CREATE TABLE blob_uses (
        blob_id TEXT NOT NULL REFERENCES blobs (id),
        thread_id TEXT NOT NULL REFERENCES threads (id) ON DELETE CASCADE,
        PRIMARY KEY (blob_id, thread_id)
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX blob_uses_thread ON blob_uses (thread_id);

      CREATE TABLE agents (
        id TEXT PRIMARY KEY NOT NULL,
        body TEXT NOT NULL,
        updated_at INTEGER NOT NULL
      ) STRICT;
      -- Every version that an agent ever had, the newest being the agent itself.
      CREATE TABLE agent_versions (
        agent_id TEXT NOT NULL REFERENCES agents (id) ON DELETE CASCADE,
        version INTEGER NOT NULL,
        body TEXT NOT NULL,
        at INTEGER NOT NULL,
        PRIMARY KEY (agent_id, version)
      ) STRICT, WITHOUT ROWID;
      CREATE TABLE model_addresses (
        id TEXT PRIMARY KEY NOT NULL,
        body TEXT NOT NULL,
        updated_at INTEGER NOT NULL
      ) STRICT;
      CREATE TABLE settings (
        key TEXT PRIMARY KEY NOT NULL,
        value TEXT NOT NULL
      ) STRICT, WITHOUT ROWID;
    `);
  },
};
