import type { RunRecord } from '../../shared/run/run-record.ts';
import { reading, type NoParams, type ReadDb } from './database.ts';
import { SELECT_RUN, toRun, type RunRow } from './run-row.ts';

const BY_ID = reading<{ id: string }, RunRow>('runById', `${SELECT_RUN} WHERE r.id = :id`);

export function runById(db: ReadDb, id: string): RunRecord | undefined {
  const row = BY_ID.get(db, { id });
  return row && toRun(row);
}

const TIP = reading<{ id: string }, { tip_id: string }>('runTip', 'SELECT tip_id FROM runs WHERE id = :id');

/** The newest path entry of a run, or the one that it started from: where it goes on. */
export function runTip(db: ReadDb, id: string): string | undefined {
  return TIP.get(db, { id })?.tip_id;
}

const NEWEST = reading<{ threadId: string }, RunRow>(
  'newestRun',
  `${SELECT_RUN} WHERE r.thread_id = :threadId ORDER BY r.seq DESC LIMIT 1`,
);

export function newestRun(db: ReadDb, threadId: string): RunRecord | undefined {
  const row = NEWEST.get(db, { threadId });
  return row && toRun(row);
}

const UNFINISHED = reading<NoParams, RunRow>(
  'unfinishedRuns',
  `${SELECT_RUN} WHERE r.finished_at IS NULL ORDER BY r.started_at`,
);

/** Runs that have started and not ended, oldest first: those under way, and those that a crash cut off. */
export function unfinishedRuns(db: ReadDb): readonly RunRecord[] {
  return UNFINISHED.all(db, {}).map(toRun);
}

const WORKSPACES = reading<{ limit: number }, { workspace: string }>(
  'recentWorkspaces',
  `SELECT workspace FROM runs WHERE workspace IS NOT NULL
   GROUP BY workspace ORDER BY max(started_at) DESC, workspace LIMIT :limit`,
);

/** Folders that runs worked in, newest first. */
export function recentWorkspaces(db: ReadDb, limit: number): readonly string[] {
  return WORKSPACES.all(db, { limit }).map((row) => row.workspace);
}
