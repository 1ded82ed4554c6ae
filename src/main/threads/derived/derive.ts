import { isPathEntry, type Entry } from '../../../shared/thread/entry.ts';
import type { WriteDb } from '../database.ts';
import { stepNodeNotes, stepNodes } from './nodes.ts';
import { knownRun, stepKnownRun, storeRun, type KnownRun } from './runs.ts';
import { stepSpans } from './spans.ts';
import { stepTally, storeSummary, tallyOf } from './summaries.ts';

/** Brings every derived table up to `entries`, the next ones of their thread in order. Part of a transaction. */
export function deriveEntries(db: WriteDb, threadId: string, entries: readonly Entry[]): void {
  const runs = new Map<string, KnownRun>();
  let tally = tallyOf(db, threadId);
  for (const entry of entries) {
    if (isPathEntry(entry)) stepNodes(db, entry);
    stepNodeNotes(db, entry);
    stepSpans(db, entry);
    const run = stepKnownRun(runs.get(entry.runId ?? entry.id) ?? knownRun(db, entry), entry);
    if (run !== undefined) runs.set(run.record.id, run);
    tally = stepTally(tally, entry);
  }
  for (const run of runs.values()) storeRun(db, run);
  storeSummary(db, threadId, tally);
}
