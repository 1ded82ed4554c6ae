import type { CompareSide } from '../../shared/compare/compare-side.ts';
import { fail, ok, type Result } from '../../shared/lib/result.ts';
import type { Entry } from '../../shared/thread/entry.ts';
import type { ThreadSummary } from '../../shared/thread/summary.ts';
import { branchEntries, branchPages, type BranchPages, type Seen } from '../histories/read-branch.ts';
import { pace } from '../lib/pace.ts';
import { newestLeafBelow } from '../threads/active-branch.ts';
import type { ReadDb } from '../threads/database.ts';
import { aboveRun, runNumber, runTip } from '../threads/runs.ts';
import type { Stores } from '../threads/stores.ts';
import { threadSummary } from '../threads/summaries.ts';
import { headOf } from '../threads/thread-rows.ts';
import { isOnBranch } from '../threads/tree-walk.ts';

/** What one side of a comparison is about. */
export type BranchPart = {
  readonly db: ReadDb;
  readonly summary: ThreadSummary;
  /** The entry that it ends with. */
  readonly leafId: string;
  readonly run?: { readonly runId: string; readonly number: number };
  /** Its path entries, and the notes about them, in order. */
  readonly entries: readonly Entry[];
};

/** The last path entry that two branches of one thread both have, and how many lead there. */
export type CommonPart = { readonly entryId: string; readonly entries: number };

export type BranchParts = { readonly left: BranchPart; readonly right: BranchPart; readonly common?: CommonPart };

type Place = Omit<BranchPart, 'entries'> & {
  /** The entry above its first one; `null` or absent: it begins with its branch. */
  readonly above?: string | null;
};

/** Both sides; of two branches of one thread what comes after the entry where they part. */
export async function readParts(
  stores: Stores,
  sides: { readonly left: CompareSide; readonly right: CompareSide },
): Promise<Result<BranchParts>> {
  const left = placeOf(stores, sides.left);
  if (!left.ok) return left;
  const right = placeOf(stores, sides.right);
  if (!right.ok) return right;
  const { value: ours } = left;
  const { value: theirs } = right;
  const related = ours.summary.id === theirs.summary.id && ours.run === undefined && theirs.run === undefined;
  if (!related) return ok({ left: await readPart(ours), right: await readPart(theirs) });
  const known = new Set<string>();
  const whole = await pagesOf(ours, { visit: ({ id }) => known.add(id) });
  const own = await pagesOf(theirs, { isKnown: (id) => known.has(id) });
  if (own.above === null) return ok({ left: await readPart(ours, whole), right: await readPart(theirs, own) });
  const rest = await pagesOf({ ...ours, above: own.above });
  return ok({
    left: await readPart(ours, rest),
    right: await readPart(theirs, own),
    common: { entryId: own.above, entries: whole.count - rest.count },
  });
}

function placeOf(stores: Stores, { threadId, entryId, runId }: CompareSide): Result<Place> {
  const db = stores.of(threadId).read;
  const summary = threadSummary(db, threadId);
  if (summary === undefined) {
    return fail('thread_not_found', 'One of the threads does not exist any more', 'Choose another one');
  }
  if (runId !== undefined) return placeOfRun(db, summary, runId);
  const leafId = entryId === undefined ? headOf(db, threadId) : endBelow(db, threadId, entryId);
  if (leafId == null) {
    return entryId === undefined
      ? fail('thread_empty', `“${summary.title}” has nothing to compare yet`, 'Choose another thread')
      : fail('entry_not_found', `The branch is not in “${summary.title}”`, 'Choose another one');
  }
  return ok({ db, summary, leafId });
}

/** The end of the active branch, where that goes through the entry; else of the newest that does. */
function endBelow(db: ReadDb, threadId: string, entryId: string): string | undefined {
  const head = headOf(db, threadId);
  return head != null && isOnBranch(db, threadId, entryId, head) ? head : newestLeafBelow(db, threadId, entryId);
}

function placeOfRun(db: ReadDb, summary: ThreadSummary, runId: string): Result<Place> {
  const leafId = runTip(db, runId);
  const number = runNumber(db, summary.id, runId);
  if (leafId === undefined || number === undefined) {
    return fail('run_not_found', `The run is not in “${summary.title}”`, 'Choose another one');
  }
  return ok({ db, summary, leafId, run: { runId, number }, above: aboveRun(db, summary.id, runId) });
}

const clock = (): number => performance.now();

function pagesOf({ db, summary, leafId, above }: Place, seen: Seen = {}): Promise<BranchPages> {
  const isKnown = above == null ? seen.isKnown : (id: string) => id === above;
  return branchPages(db, pace(clock), summary.id, leafId, { ...seen, ...(isKnown === undefined ? {} : { isKnown }) });
}

async function readPart(place: Place, pages?: BranchPages): Promise<BranchPart> {
  const { db, summary, leafId, run } = place;
  const { pages: own } = pages ?? (await pagesOf(place));
  const entries: Entry[] = [];
  for await (const entry of branchEntries(db, pace(clock), summary.id, own)) entries.push(entry);
  return { db, summary, leafId, ...(run === undefined ? {} : { run }), entries };
}
