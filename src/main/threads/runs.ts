import type { RunRecord } from '../../shared/run/run-record.ts';
import type { RunStatus } from '../../shared/run/status.ts';
import type { ThreadRun } from '../../shared/run/thread-run.ts';
import { FAMILY } from './children.ts';
import { reading, type NoParams, type ReadDb } from './database.ts';
import { RUN_AT_N, SELECT_RUN, toRun, type RunRow } from './run-row.ts';

const BY_ID = reading<{ id: string }, RunRow>('runById', `${SELECT_RUN} WHERE r.id = :id`);

export function runById(db: ReadDb, id: string): RunRecord | undefined {
  const row = BY_ID.get(db, { id });
  return row && toRun(row);
}

const OWN = reading<{ id: string }, { own: number }>('isOwnRun', 'SELECT own FROM runs WHERE id = :id');

/** Whether it ran here, and did not come in from a file. */
export function isOwnRun(db: ReadDb, id: string): boolean {
  return OWN.get(db, { id })?.own === 1;
}

const TIP = reading<{ id: string }, { tip_id: string }>('runTip', 'SELECT tip_id FROM runs WHERE id = :id');

/** The newest path entry of a run, or the one that it started from: where it goes on. */
export function runTip(db: ReadDb, id: string): string | undefined {
  return TIP.get(db, { id })?.tip_id;
}

const ABOVE = reading<{ threadId: string; runId: string }, { parent_id: string | null }>(
  'aboveRun',
  `SELECT parent_id FROM entries
   WHERE thread_id = :threadId AND run_id = :runId AND target_id IS NULL ORDER BY seq LIMIT 1`,
);

/** The entry above the first one that a run wrote, what it answers included; its tip where it has written none. */
export function aboveRun(db: ReadDb, threadId: string, runId: string): string | null | undefined {
  const row = ABOVE.get(db, { threadId, runId });
  return row === undefined ? runTip(db, runId) : row.parent_id;
}

const NUMBER = reading<{ threadId: string; runId: string }, { number: number }>(
  'runNumber',
  `SELECT (SELECT count(*) FROM runs o WHERE o.thread_id = r.thread_id AND o.seq <= r.seq) AS number
   FROM runs r WHERE r.id = :runId AND r.thread_id = :threadId`,
);

/** Which of its thread's runs it is, from 1; `undefined` where it is not of that thread. */
export function runNumber(db: ReadDb, threadId: string, runId: string): number | undefined {
  return NUMBER.get(db, { threadId, runId })?.number;
}

const NEWEST_COPY = reading<{ threadId: string }, RunRow>(
  'newestCopyRun',
  `${SELECT_RUN} WHERE r.thread_id = :threadId AND r.copy IS NOT NULL AND r.own = 1
   AND json_extract(r.copy, '$.asOf') IS NULL ORDER BY r.seq DESC LIMIT 1`,
);

/** The thread's newest run that worked on the copy that its runs share. */
export function newestCopyRun(db: ReadDb, threadId: string): RunRecord | undefined {
  const row = NEWEST_COPY.get(db, { threadId });
  return row && toRun(row);
}

const KNOWN_HERE = 'r.seq > (SELECT imported_seq FROM threads WHERE id = r.thread_id)';

const NEWEST_OWN = reading<{ threadId: string }, RunRow>(
  'newestOwnRun',
  `${SELECT_RUN} WHERE r.thread_id = :threadId AND ${KNOWN_HERE} ORDER BY r.seq DESC LIMIT 1`,
);

const AT = reading<{ threadId: string; entryId: string }, RunRow>(
  'runAt',
  `${SELECT_RUN} WHERE r.id =
     (SELECT ${RUN_AT_N} FROM nodes n WHERE n.entry_id = :entryId AND n.thread_id = :threadId)`,
);

/** The run that the branch from the root to `entryId` ends with. */
export function runAt(db: ReadDb, threadId: string, entryId: string): RunRecord | undefined {
  const row = AT.get(db, { threadId, entryId });
  return row && toRun(row);
}

const OWN_AT = reading<{ threadId: string; entryId: string }, RunRow>(
  'ownRunAt',
  `${SELECT_RUN} WHERE ${KNOWN_HERE} AND r.id =
     (SELECT ${RUN_AT_N} FROM nodes n WHERE n.entry_id = :entryId AND n.thread_id = :threadId)`,
);

/**
 * What a next run takes over that goes on from `entryId`: the run that its branch ends with or, where that came in from a
 * file, the thread's newest that did not. Where an imported one worked, and what it was allowed, is the word of a file.
 */
export function ownRunAt(db: ReadDb, threadId: string, entryId: string | null): RunRecord | undefined {
  const row =
    (entryId === null ? undefined : OWN_AT.get(db, { threadId, entryId })) ?? NEWEST_OWN.get(db, { threadId });
  return row && toRun(row);
}

const NEWEST = reading<{ threadId: string }, RunRow>(
  'newestRun',
  `${SELECT_RUN} WHERE r.thread_id = :threadId ORDER BY r.seq DESC LIMIT 1`,
);

export function newestRun(db: ReadDb, threadId: string): RunRecord | undefined {
  const row = NEWEST.get(db, { threadId });
  return row && toRun(row);
}

const OF_THREAD = reading<
  { threadId: string },
  { id: string; started_at: number; status: RunStatus; agent_name: string; tip_id: string }
>(
  'runsOfThread',
  'SELECT id, started_at, status, agent_name, tip_id FROM runs WHERE thread_id = :threadId ORDER BY seq',
);

/** In order of their start. */
export function runsOfThread(db: ReadDb, threadId: string): readonly ThreadRun[] {
  return OF_THREAD.all(db, { threadId }).map(
    ({ id: runId, started_at: startedAt, status, agent_name: agent, tip_id: tipId }, index) => ({
      runId,
      number: index + 1,
      startedAt,
      status,
      agent,
      tipId,
    }),
  );
}

const FIRST = reading<{ threadId: string }, { id: string }>(
  'firstRunOf',
  'SELECT id FROM runs WHERE thread_id = :threadId ORDER BY seq LIMIT 1',
);

/** The run that a thread began with. */
export function firstRunOf(db: ReadDb, threadId: string): string | undefined {
  return FIRST.get(db, { threadId })?.id;
}

const UNFINISHED = reading<NoParams, RunRow>(
  'unfinishedRuns',
  `${SELECT_RUN} WHERE r.finished_at IS NULL ORDER BY r.started_at`,
);

/** Runs that have started and not ended, oldest first: those under way, and those that a crash cut off. */
export function unfinishedRuns(db: ReadDb): readonly RunRecord[] {
  return UNFINISHED.all(db, {}).map(toRun);
}

const UNFINISHED_IN = reading<{ threadId: string }, RunRow>(
  'unfinishedIn',
  `WITH RECURSIVE ${FAMILY}
   ${SELECT_RUN} WHERE r.finished_at IS NULL AND r.thread_id IN (SELECT id FROM family)`,
);

/** The same of a thread and of the threads below it alone; those of one thread in the order in which they began. */
export function unfinishedIn(db: ReadDb, threadId: string): readonly RunRecord[] {
  return UNFINISHED_IN.all(db, { threadId }).map(toRun);
}

const FOLDERS = reading<{ limit: number }, { folder: string }>(
  'recentFolders',
  `SELECT folder FROM runs WHERE folder IS NOT NULL
   GROUP BY folder ORDER BY max(started_at) DESC, folder LIMIT :limit`,
);

/** Folders that runs worked in, or in copies of, newest first. */
export function recentFolders(db: ReadDb, limit: number): readonly string[] {
  return FOLDERS.all(db, { limit }).map((row) => row.folder);
}
