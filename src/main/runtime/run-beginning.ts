import { ok, type Result } from '../../shared/lib/result.ts';
import type { RunRequest } from '../runs/runs.ts';
import { travelFrom, type TravelChanges } from '../runs/travel.ts';
import { newestLeafBelow } from '../threads/active-branch.ts';
import { wholeBranch } from '../threads/branches.ts';
import type { ReadDb } from '../threads/database.ts';
import { headOf } from '../threads/thread-rows.ts';

/** Where a program lets a run begin. */
export type RunBranch = {
  /** The entry to go on from; `null`: from before the thread's first message. Absent: the thread's end. */
  readonly fromEntryId?: string | null;
  /**
   * `false`: the new branch does not become the active one, and any number of such runs may work side by side. Absent:
   * `true`.
   */
  readonly activate?: boolean;
  /** `fromEntryId` is an answer of the model then, whose step is gone back to with these changes; there is no new message. */
  readonly changes?: TravelChanges;
};

type Where = { readonly threadId: string; readonly text: string | undefined; readonly branch: RunBranch | undefined };

/** What a run begins with, and where. Fails as `travelFrom` does. */
export function runBeginning(
  read: ReadDb,
  { threadId, text, branch }: Where,
  newId: () => string,
): Result<Pick<RunRequest, 'input' | 'at'>> {
  const input = text === undefined ? ({ type: 'again' } as const) : ({ type: 'message', text } as const);
  if (branch === undefined) return ok({ input });
  const { fromEntryId, activate = true, changes } = branch;
  if (changes === undefined) {
    const parentId = fromEntryId === undefined ? (headOf(read, threadId) ?? null) : fromEntryId;
    return ok({ input, at: { parentId, activate } });
  }
  const messageId = fromEntryId ?? '';
  const path = wholeBranch(read, threadId, newestLeafBelow(read, threadId, messageId) ?? messageId);
  const travelled = travelFrom(path, messageId, changes, newId);
  if (!travelled.ok) return travelled;
  const { parentId, drafts } = travelled.value;
  return ok({ input: { type: 'travel', drafts }, at: { parentId, activate } });
}
