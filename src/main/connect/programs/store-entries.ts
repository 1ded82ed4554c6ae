import { fail, ok, type Result } from '../../../shared/lib/result.ts';
import { isPathEntry, type Entry } from '../../../shared/thread/entry.ts';
import type { Draft } from '../../../shared/thread/draft.ts';
import { commit } from '../../runs/commit.ts';
import type { RunsDeps } from '../../runs/deps.ts';
import type { Append } from '../../threads/append.ts';
import { entryById } from '../../threads/entries.ts';
import type { ToldThread } from './protocol.ts';
import type { ReadDb } from '../../threads/database.ts';
import { createThread, headOf, sourceOf, threadFacts } from '../../threads/thread-rows.ts';
import { runById } from '../../threads/runs.ts';

/** Entries that were one append where they come from, or may be one here. */
type Group = { readonly at: number; readonly runId?: string; readonly tip: string | null; readonly drafts: Draft[] };

/**
 * Appends a page of entries to a program's thread, which it makes where it is not there. `known` are the threads that the
 * program has told of: one of those that is missing was deleted.
 */
export function storePage(
  deps: RunsDeps,
  known: Set<string>,
  { id: threadId, title, createdAt: at, spawnedBy }: ToldThread,
  entries: readonly Entry[],
): Result<null> {
  const { read, write } = deps.store;
  if (headOf(read, threadId) === undefined) {
    if (known.has(threadId)) return fail('thread_not_found', 'This thread was deleted');
    // A program has no say in threads that are not its kind's, and what works for a deleted one goes with it.
    if (spawnedBy !== undefined && !isToldThread(read, spawnedBy.threadId)) {
      return fail('thread_not_found', 'What this thread works for is not there');
    }
    const created = createThread(write, { id: threadId, at, title, titleBy: 'auto', source: 'code', spawnedBy });
    if (!created.ok) return created;
  } else if (sourceOf(read, threadId) !== 'code') {
    return fail('thread_taken', 'A thread of this id is not the program’s own');
  }
  known.add(threadId);
  return storeEntries(deps, threadId, entries);
}

function isToldThread(read: ReadDb, threadId: string): boolean {
  return sourceOf(read, threadId) === 'code' && threadFacts(read, threadId) !== undefined;
}

/**
 * Appends a program's entries to their thread here: under the ids that they have, with the next numbers of the thread.
 * Entries that are there already are passed over, so that whatever came twice is stored once.
 */
function storeEntries(deps: RunsDeps, threadId: string, entries: readonly Entry[]): Result<null> {
  const fresh = entries.filter((entry) => entryById(deps.store.read, entry.id) === undefined);
  for (const { drafts, ...where } of groupsOf(fresh)) {
    const stored = commit(deps, { threadId, ...where, head: headFor(deps, where.runId, drafts) }, drafts);
    if (!stored.ok) return stored;
  }
  return ok(null);
}

/** A run moves the head here as it does where it is made. */
function headFor({ store }: RunsDeps, runId: string | undefined, drafts: readonly Draft[]): Append['head'] {
  const started = drafts.flatMap(({ body }) => (body.kind === 'run_started' ? [body] : []));
  const [first = runId === undefined ? undefined : runById(store.read, runId)] = started;
  if (first?.side === true) return 'stay';
  return started.length > 0 ? 'take' : 'follow';
}

function groupsOf(entries: readonly Entry[]): readonly Group[] {
  const groups: Group[] = [];
  let tip: string | null = null;
  for (const entry of entries) {
    const last = groups.at(-1);
    const follows = !isPathEntry(entry) || entry.parentId === tip;
    if (isPathEntry(entry)) tip = entry.id;
    if (last !== undefined && last.at === entry.at && last.runId === entry.runId && follows) {
      last.drafts.push(draftOf(entry));
    } else {
      const from = isPathEntry(entry) ? entry.parentId : entry.targetId;
      if (!isPathEntry(entry)) tip = entry.targetId;
      groups.push({ at: entry.at, runId: entry.runId, tip: from, drafts: [draftOf(entry)] });
    }
  }
  return groups;
}

function draftOf(entry: Entry): Draft {
  if (isPathEntry(entry)) {
    const { id, threadId: _, seq: __, at: ___, runId: ____, v: _____, parentId: ______, ...body } = entry;
    return { id, body };
  }
  const { id, threadId: _, seq: __, at: ___, runId: ____, v: _____, targetId, ...body } = entry;
  return { id, targetId, body };
}
