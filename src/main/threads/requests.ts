import type { RequestRecord } from '../../shared/run/request-record.ts';
import type { RunStartedBody } from '../../shared/thread/entry.ts';
import { reading, type ReadDb } from './database.ts';
import { COLUMNS_OF_E, toEntry, type EntryRow } from './entry-row.ts';

const STARTED = reading<{ threadId: string; runId: string }, EntryRow>(
  'startOfRun',
  `SELECT ${COLUMNS_OF_E} FROM runs r JOIN entries e ON e.thread_id = r.thread_id AND e.seq = r.seq
   WHERE r.id = :runId AND r.thread_id = :threadId`,
);

/** How a run began. */
export function startOfRun(db: ReadDb, threadId: string, runId: string): RunStartedBody | undefined {
  const row = STARTED.get(db, { threadId, runId });
  const entry = row && toEntry(row);
  return entry?.kind === 'run_started' ? entry : undefined;
}

const SENT = reading<{ threadId: string; entryId: string }, EntryRow>(
  'requestsFrom',
  `SELECT ${COLUMNS_OF_E} FROM nodes n CROSS JOIN entries e ON e.id = n.entry_id
   WHERE n.thread_id = :threadId AND n.parent_id = :entryId AND e.kind = 'assistant_message'
   UNION ALL
   SELECT ${COLUMNS_OF_E} FROM entries e
   WHERE e.target_id = :entryId AND e.thread_id = :threadId AND e.kind = 'run_finished'`,
);

export type RequestFrom = { readonly runId?: string; readonly request: RequestRecord };

/** The requests that went to models from this entry, in the order in which they were answered. */
export function requestsFrom(db: ReadDb, threadId: string, entryId: string): readonly RequestFrom[] {
  return SENT.all(db, { threadId, entryId })
    .map(toEntry)
    .toSorted((a, b) => a.seq - b.seq)
    .flatMap((entry) =>
      (entry.kind === 'assistant_message' || entry.kind === 'run_finished') && entry.request !== undefined
        ? [{ runId: entry.runId, request: entry.request }]
        : [],
    );
}
