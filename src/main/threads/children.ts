import type { SpawnedBy } from '../../shared/thread/spawned-by.ts';
import { NO_USAGE, addUsage, type UsageTotal } from '../../shared/run/usage.ts';
import { reading, type ReadDb } from './database.ts';
import { toUsage } from './run-row.ts';

/** For a `WITH RECURSIVE`: the thread `:threadId` and all below it. What a file holds may go in circles: `UNION` ends those. */
export const FAMILY = `family (id) AS (
  SELECT :threadId
  UNION
  SELECT c.id FROM family CROSS JOIN threads c ON c.parent_thread_id = family.id
)`;

type Parent = {
  readonly parent_thread_id: string | null;
  readonly parent_run_id: string | null;
  readonly parent_message_id: string | null;
  readonly parent_call_id: string | null;
};

/** `undefined` of a thread that no run has spawned. */
export function toSpawnedBy(row: Parent): SpawnedBy | undefined {
  const {
    parent_thread_id: threadId,
    parent_run_id: runId,
    parent_message_id: messageId,
    parent_call_id: callId,
  } = row;
  if (threadId === null || runId === null || messageId === null || callId === null) return undefined;
  return { threadId, runId, messageId, callId };
}

const PARENT = reading<{ threadId: string }, Parent>(
  'parentOf',
  'SELECT parent_thread_id, parent_run_id, parent_message_id, parent_call_id FROM threads WHERE id = :threadId',
);

/** What a thread works for; `undefined` of one that no run has spawned, or none. */
export function spawnedByOf(db: ReadDb, threadId: string): SpawnedBy | undefined {
  const row = PARENT.get(db, { threadId });
  return row && toSpawnedBy(row);
}

const ABOVE = reading<{ threadId: string }, { id: string }>(
  'threadsAbove',
  `WITH RECURSIVE above (id) AS (
     SELECT parent_thread_id FROM threads WHERE id = :threadId AND parent_thread_id IS NOT NULL
     UNION
     SELECT t.parent_thread_id FROM above CROSS JOIN threads t ON t.id = above.id WHERE t.parent_thread_id IS NOT NULL
   )
   SELECT id FROM above`,
);

/** The threads that a sub-agent's thread works for, the nearest first; none of any other thread. */
export function threadsAbove(db: ReadDb, threadId: string): readonly string[] {
  return ABOVE.all(db, { threadId }).map((row) => row.id);
}

/** The thread that a person started, which `threadId` works for; itself, when it is one. */
export function rootThread(db: ReadDb, threadId: string): string {
  return threadsAbove(db, threadId).at(-1) ?? threadId;
}

const FAMILY_OF = reading<{ threadId: string }, { id: string }>(
  'familyOf',
  `WITH RECURSIVE ${FAMILY} SELECT id FROM family`,
);

/** The thread and those of its sub-agents, at any depth: each after the one that it works for. */
export function familyOf(db: ReadDb, threadId: string): readonly string[] {
  return FAMILY_OF.all(db, { threadId }).map((row) => row.id);
}

const OF_TASK = reading<Record<keyof SpawnedBy, string>, { id: string }>(
  'threadOfTask',
  `SELECT id FROM threads WHERE parent_thread_id = :threadId AND parent_run_id = :runId
     AND parent_message_id = :messageId AND parent_call_id = :callId`,
);

/** The thread in which a task is worked on that a call gave. */
export function taskThread(db: ReadDb, { threadId, runId, messageId, callId }: SpawnedBy): string | undefined {
  return OF_TASK.get(db, { threadId, runId, messageId, callId })?.id;
}

const CHILDREN = reading<{ threadId: string }, { id: string }>(
  'childrenOf',
  'SELECT id FROM threads WHERE parent_thread_id = :threadId AND deleted_at IS NULL ORDER BY parent_run_id, id',
);

/** Threads that the runs of a thread have spawned themselves, oldest first where ids grow with time. */
export function childrenOf(db: ReadDb, threadId: string): readonly string[] {
  return CHILDREN.all(db, { threadId }).map((row) => row.id);
}

const THREADS_BELOW_RUN = reading<{ threadId: string; runId: string; limit: number }, { id: string }>(
  'threadsBelowRun',
  `WITH RECURSIVE below (id) AS (
     SELECT id FROM threads WHERE parent_thread_id = :threadId AND parent_run_id = :runId AND deleted_at IS NULL
     UNION
     SELECT c.id FROM below CROSS JOIN threads c ON c.parent_thread_id = below.id WHERE c.deleted_at IS NULL
     LIMIT :limit
   )
   SELECT id FROM below`,
);

/** The threads of the sub-agents of a run, at any depth: each after the one that it works for. */
export function threadsBelowRun(db: ReadDb, threadId: string, runId: string, limit: number): readonly string[] {
  return THREADS_BELOW_RUN.all(db, { threadId, runId, limit }).map((row) => row.id);
}

const BELOW_RUN = reading<{ threadId: string; runId: string }, { usage: string }>(
  'usageBelowRun',
  `WITH RECURSIVE below (id) AS (
     SELECT id FROM threads WHERE parent_thread_id = :threadId AND parent_run_id = :runId
     UNION
     SELECT c.id FROM below CROSS JOIN threads c ON c.parent_thread_id = below.id
   )
   SELECT u.usage FROM below CROSS JOIN summaries u ON u.thread_id = below.id`,
);

/** What the sub-agents of a run have used, at any depth. */
export function usageBelowRun(db: ReadDb, threadId: string, runId: string): UsageTotal {
  return BELOW_RUN.all(db, { threadId, runId })
    .map((row) => toUsage(row.usage))
    .reduce(addUsage, NO_USAGE);
}
