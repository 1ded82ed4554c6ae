/**
 * Tables that hold nothing but what entries and thread rows say already, ready to be asked. They are dropped and built
 * again whenever the file's format moves on, so a change here needs a migration (one whose `up` does nothing will do).
 */
export const DERIVED_TABLES = ['nodes', 'plan_changes', 'spans', 'runs', 'summaries'] as const;

export const CREATE_DERIVED = `
  -- Path entries as a tree.
  CREATE TABLE nodes (
    entry_id TEXT PRIMARY KEY NOT NULL,
    thread_id TEXT NOT NULL,
    seq INTEGER NOT NULL,
    kind TEXT NOT NULL,
    parent_id TEXT,
    depth INTEGER NOT NULL,
    children INTEGER NOT NULL,
    -- The nearest entry, at or above this one, that wrote a plan.
    plan_entry_id TEXT,
    -- Of the nearest entry, at or above this one, that belongs to a run.
    run_id TEXT,
    -- A person's name for the branches through this entry.
    label TEXT,
    -- Of the model calls that are noted about this entry.
    usage TEXT
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX nodes_parent ON nodes (thread_id, parent_id, seq);
  CREATE INDEX nodes_order ON nodes (thread_id, seq);
  CREATE INDEX nodes_leaves ON nodes (thread_id, seq) WHERE children = 0;

  CREATE TABLE plan_changes (
    entry_id TEXT PRIMARY KEY NOT NULL,
    thread_id TEXT NOT NULL,
    seq INTEGER NOT NULL,
    at INTEGER NOT NULL,
    -- The plan before it on its branch.
    previous_id TEXT,
    done INTEGER NOT NULL,
    total INTEGER NOT NULL,
    plan TEXT NOT NULL
  ) STRICT;

  -- By the entry that opened them (seq) and their place in what it did (n).
  CREATE TABLE spans (
    thread_id TEXT NOT NULL,
    seq INTEGER NOT NULL,
    n INTEGER NOT NULL,
    id TEXT NOT NULL,
    run_id TEXT NOT NULL,
    kind TEXT NOT NULL,
    name TEXT NOT NULL,
    started_at REAL NOT NULL,
    first_token_at REAL,
    ended_at REAL,
    status TEXT NOT NULL,
    entry_id TEXT NOT NULL,
    PRIMARY KEY (thread_id, seq, n)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX spans_id ON spans (thread_id, id);
  CREATE INDEX spans_active ON spans (run_id) WHERE ended_at IS NULL;

  CREATE TABLE runs (
    id TEXT PRIMARY KEY NOT NULL,
    thread_id TEXT NOT NULL,
    seq INTEGER NOT NULL,
    -- The entry that holds its agent: its run_started or, after one, its newest handoff.
    agent_entry_id TEXT NOT NULL,
    tip_id TEXT NOT NULL,
    -- Whether it was started beside the active branch.
    side INTEGER NOT NULL,
    status TEXT NOT NULL,
    agent_id TEXT,
    agent_name TEXT NOT NULL,
    model TEXT NOT NULL,
    workspace TEXT,
    -- What the workspace is a copy of.
    copy TEXT,
    -- The person's own folder: the workspace, or what it is a copy of.
    folder TEXT,
    started_at INTEGER NOT NULL,
    finished_at INTEGER,
    error TEXT,
    reached TEXT,
    steps INTEGER NOT NULL,
    usage TEXT NOT NULL,
    asking TEXT NOT NULL,
    -- From its first request to the first token of the answer, in ms.
    first_token_ms REAL,
    -- Whether it ran here, and neither came in from a file nor is a copy.
    own INTEGER NOT NULL,
    -- Whether it is of a sub-agent's thread.
    child INTEGER NOT NULL,
    -- As in its usage.
    calls INTEGER NOT NULL,
    unpriced INTEGER NOT NULL,
    cost REAL NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX runs_thread ON runs (thread_id, seq);
  CREATE INDEX runs_tip ON runs (tip_id, seq);
  CREATE INDEX runs_unfinished ON runs (started_at) WHERE finished_at IS NULL;
  CREATE INDEX runs_working ON runs (thread_id, seq) WHERE finished_at IS NULL;
  CREATE INDEX runs_agent ON runs (agent_id, started_at) WHERE agent_id IS NOT NULL;
  CREATE INDEX runs_folder ON runs (folder, started_at) WHERE folder IS NOT NULL;
  -- What figures are made of. A run comes in when it ends, so that its steps do not pay for it.
  CREATE INDEX runs_ended
    ON runs (finished_at, started_at, status, agent_name, model, first_token_ms, calls, unpriced, cost, child)
    WHERE finished_at IS NOT NULL AND own = 1;

  CREATE TABLE summaries (
    thread_id TEXT PRIMARY KEY NOT NULL,
    updated_at INTEGER NOT NULL,
    usage TEXT NOT NULL,
    -- Which list it is in, and where: a run works or asks (3), is queued or paused (2), pinned (1), the others (0).
    shelf TEXT NOT NULL CHECK (shelf IN ('open', 'archived', 'hidden', 'child')),
    rank INTEGER NOT NULL,
    title_key TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX summaries_list ON summaries (shelf, rank, updated_at, thread_id);
`;
