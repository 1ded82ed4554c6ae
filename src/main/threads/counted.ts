import { countedIn, type Counted } from '../../shared/run/context.ts';
import type { PathEntry } from '../../shared/thread/entry.ts';
import type { ReadDb } from './database.ts';
import { notesAbout } from './entries.ts';

/** Where a branch was counted last, as far as its newest answer or compaction tells. */
export function countedOf(db: ReadDb, path: readonly PathEntry[]): Counted | undefined {
  return countedIn(path, (entryId) => notesAbout(db, [entryId]));
}
