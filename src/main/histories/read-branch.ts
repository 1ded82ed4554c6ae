import { isPathEntry, type Entry } from '../../shared/thread/entry.ts';
import { branchPage } from '../threads/branches.ts';
import type { ReadDb } from '../threads/database.ts';
import { entriesSince, notesAbout } from '../threads/entries.ts';
import { runTip } from '../threads/runs.ts';
import { walkUp } from '../threads/tree-walk.ts';
import type { Pace } from '../lib/pace.ts';

const PAGE = 32;

/** Every entry of a thread up to `seq`, in order. */
export async function* threadEntries(db: ReadDb, pace: Pace, threadId: string, seq: number): AsyncGenerator<Entry> {
  let last = 0;
  while (last < seq) {
    const page = entriesSince(db, threadId, last, PAGE);
    for (const entry of page) {
      if (entry.seq > seq) return;
      yield entry;
      await pace.breathe();
    }
    last = page.at(-1)?.seq ?? seq;
  }
}

/** The end of a page of a branch, and how many path entries the page has. */
type Page = { readonly endsAt: string; readonly limit: number };

/** A branch as pages from its beginning to `leafId`; it begins below the first entry that `isKnown`, or at its root. */
export type BranchPages = {
  readonly pages: readonly Page[];
  /** Path entries in all of them. */
  readonly count: number;
  /** The entry above the first one. */
  readonly above: string | null;
};

export type Seen = {
  /** Stops the walk at this entry. */
  readonly isKnown?: (id: string) => boolean;
  readonly visit?: (place: { readonly id: string; readonly children: number }) => void;
};

/** Finds the pages of a branch by walking it from its end, without reading what is in it. */
export async function branchPages(
  db: ReadDb,
  pace: Pace,
  threadId: string,
  leafId: string,
  { isKnown, visit }: Seen = {},
): Promise<BranchPages> {
  const pages: Page[] = [];
  let count = 0;
  let endsAt = leafId;
  let limit = 0;
  for (const places of walkUp(db, threadId, leafId)) {
    for (const place of places) {
      if (isKnown?.(place.id) === true) {
        if (limit > 0) pages.push({ endsAt, limit });
        return { pages: pages.reverse(), count, above: place.id };
      }
      visit?.(place);
      if (limit === 0) endsAt = place.id;
      limit += 1;
      count += 1;
      if (limit === PAGE) {
        pages.push({ endsAt, limit });
        limit = 0;
      }
    }
    await pace.breathe();
  }
  if (limit > 0) pages.push({ endsAt, limit });
  return { pages: pages.reverse(), count, above: null };
}

/** The entries of these pages and the notes about them, in the order in which they were written. */
export async function* branchEntries(
  db: ReadDb,
  pace: Pace,
  threadId: string,
  pages: readonly Page[],
): AsyncGenerator<Entry> {
  const runs = new Map<string, { lastId: string; started: boolean; ended: boolean }>();
  let waiting: Entry[] = [];

  function seen(entry: Entry): Entry {
    if (entry.runId === undefined) return entry;
    const run = runs.get(entry.runId) ?? { lastId: entry.id, started: false, ended: false };
    if (isPathEntry(entry)) run.lastId = entry.id;
    if (entry.kind === 'run_started') {
      run.started = true;
      run.lastId = entry.targetId;
    }
    if (entry.kind === 'run_finished') run.ended = true;
    runs.set(entry.runId, run);
    return entry;
  }

  for (const { endsAt, limit } of pages) {
    const page = branchPage(db, { threadId, endsAt, limit });
    if (page === undefined) break;
    const last = page.entries.at(-1)?.seq ?? 0;
    const all = [...waiting, ...page.entries, ...page.notes].toSorted((a, b) => a.seq - b.seq);
    // A note may be younger than path entries of the next page.
    waiting = all.filter((entry) => entry.seq > last);
    for (const entry of all) {
      if (entry.seq > last) break;
      yield seen(entry);
      await pace.breathe();
    }
  }
  for (const entry of waiting) yield seen(entry);
  // A run that left this branch ended elsewhere; here it ends with its last entry.
  for (const [runId, { lastId, started, ended }] of runs) {
    if (!started || ended) continue;
    const tip = runTip(db, runId);
    const end = tip === undefined ? undefined : notesAbout(db, [tip]).find((note) => endsRun(note, runId));
    if (end !== undefined) yield { ...end, targetId: lastId };
  }
}

function endsRun(note: Entry, runId: string): boolean {
  return note.kind === 'run_finished' && note.runId === runId;
}

/** Numbers entries densely, from 1. */
export async function* renumbered(entries: AsyncIterable<Entry>): AsyncGenerator<Entry> {
  let seq = 0;
  for await (const entry of entries) {
    seq += 1;
    yield { ...entry, seq };
  }
}
