import { ok, type Result } from '../../shared/lib/result.ts';
import type { Log } from '../lib/log.ts';
import { reading, type ReadDb } from './database.ts';
import { openStore, type Store } from './open.ts';

/** The stores of one engine: of its home, and of the threads that are not saved. */
export type Stores = {
  /** Saved threads, and all that people set up. */
  readonly home: Store;
  /** In memory: its threads are gone when it is closed. */
  readonly unsaved: Store;
  /** The store of a thread, a run, an entry, a queued message or an attachment, by its id; the home's for what is nowhere. */
  readonly of: (id: string) => Store;
  readonly close: () => void;
};

const HOLDS = reading<{ id: string }, { found: number }>(
  'holds',
  `SELECT EXISTS (SELECT 1 FROM threads WHERE purging = 0 AND id = coalesce(
       (SELECT thread_id FROM runs WHERE id = :id), (SELECT thread_id FROM entries WHERE id = :id),
       (SELECT thread_id FROM queued_messages WHERE id = :id), :id))
     OR EXISTS (SELECT 1 FROM blobs WHERE id = :id) AS found`,
);

function holds(db: ReadDb, id: string): boolean {
  return HOLDS.get(db, { id })?.found === 1;
}

/** The store for what is not saved, beside that of a home. `now`: milliseconds, to time statements with. */
export function storesAround(home: Store, now: () => number, log: Log): Result<Stores> {
  const opened = openStore({ file: ':memory:', now, log });
  if (!opened.ok) return opened;
  const unsaved = opened.value;
  return ok({
    home,
    unsaved,
    of: (id) => (holds(unsaved.read, id) ? unsaved : home),
    close() {
      unsaved.close();
      home.close();
    },
  });
}

const THREADS = reading<{ [name: string]: never }, { count: number }>(
  'countShownThreads',
  `SELECT count(*) AS count FROM summaries WHERE shelf IN ('open', 'archived')`,
);

/** Threads that lists show, archived ones as well. */
export function countThreads(db: ReadDb): number {
  return THREADS.get(db, {})?.count ?? 0;
}
