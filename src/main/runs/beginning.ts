import { fail, ok, type Result } from '../../shared/lib/result.ts';
import { isPathEntry, type PathEntry } from '../../shared/thread/entry.ts';
import type { SpawnedBy } from '../../shared/thread/spawned-by.ts';
import { entryById } from '../threads/entries.ts';
import { entryNotFound } from '../threads/failures.ts';
import { headOf, threadFacts, type NewThread } from '../threads/thread-rows.ts';
import type { RunsDeps } from './deps.ts';
import { isSaid } from './first-drafts.ts';
import type { RunRequest } from './runs.ts';

const TITLE_LENGTH = 80;

/** The entry that a run goes on from, none at the beginning of a thread; and the thread that it creates. */
export type Beginning = { readonly last?: PathEntry; readonly creates?: NewThread };

/** Where a run begins. Fails with `thread_not_found`, `entry_not_found`, `nothing_to_answer`. */
export function beginningOf(
  { store: { read }, now }: Pick<RunsDeps, 'store' | 'now'>,
  threadId: string,
  { input, title, at }: RunRequest,
  spawnedBy?: SpawnedBy,
): Result<Beginning> {
  const head = headOf(read, threadId);
  if (head === undefined && input.type === 'message' && (at?.parentId ?? null) === null) {
    const named = { title: title ?? titleOf(input.text), titleBy: 'auto' } as const;
    return ok({ creates: { id: threadId, at: now(), ...named, spawnedBy } });
  }
  // It may have been deleted while the run was made ready: its purge would take what the run writes.
  if (head === undefined || threadFacts(read, threadId) === undefined)
    return fail('thread_not_found', 'This thread does not exist');
  const from = at === undefined ? head : at.parentId;
  const entry = from === null ? undefined : entryById(read, from);
  if (from !== null && (entry === undefined || !isPathEntry(entry) || entry.threadId !== threadId)) {
    return { ok: false, error: entryNotFound().failure };
  }
  const last = entry !== undefined && isPathEntry(entry) ? entry : undefined;
  if (input.type === 'again' && isSaid(last)) {
    return fail('nothing_to_answer', 'There is nothing here for the agent to answer', 'Write a message instead');
  }
  return ok({ last });
}

function titleOf(text: string): string {
  const line = text.trim().split('\n', 1)[0] ?? '';
  return line.length <= TITLE_LENGTH ? line : `${line.slice(0, TITLE_LENGTH - 1).trimEnd()}…`;
}
