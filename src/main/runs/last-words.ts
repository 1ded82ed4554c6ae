import { branchPage } from '../threads/branches.ts';
import type { ReadDb } from '../threads/database.ts';

/** The answer that a branch ends with; empty where it ends with anything else. */
export function lastWords(db: ReadDb, threadId: string, entryId: string): string {
  const last = branchPage(db, { threadId, endsAt: entryId, limit: 1 })?.entries.at(-1);
  return last?.kind === 'assistant_message' ? last.text : '';
}
