import { fold } from '../../shared/lib/fold.ts';
import { countedFold, type Counted } from '../../shared/run/context.ts';
import type { PathEntry } from '../../shared/thread/entry.ts';
import type { ReadDb } from './database.ts';
import { notesAbout } from './entries.ts';

/** Where a branch was counted last, as far as its newest answer or compaction tells. */
export function countedOf(db: ReadDb, path: readonly PathEntry[]): Counted | undefined {
  const newest = path.findLast(
    (entry) =>
      (entry.kind === 'assistant_message' && entry.partial === undefined) ||
      entry.kind === 'compaction' ||
      entry.kind === 'outputs_cleared',
  );
  return newest && fold(countedFold, [newest, ...notesAbout(db, [newest.id])]).counted;
}
