import { branchPage, type BranchPage } from '../threads/branches.ts';
import type { ReadDb } from '../threads/database.ts';

/** More than nearly any step has entries: its answer, and one result for each of its calls. */
const STEP_ENTRIES = 500;

/** The end of the branch at `tip`, from its newest answer on, or all of it where there is none. */
export function lastStep(db: ReadDb, threadId: string, tip: string): BranchPage | undefined {
  for (let limit = STEP_ENTRIES; ; limit *= 4) {
    const page = branchPage(db, { threadId, endsAt: tip, limit });
    const isWhole = page?.hasEarlier !== true || page.entries.some((entry) => entry.kind === 'assistant_message');
    if (isWhole) return page;
  }
}
