import { ok, type Result } from '../../shared/lib/result.ts';
import { listIn } from '../../shared/todos/list-in.ts';
import { parseKeptTodos, sameTodos, TODOS_METADATA_KEY } from '../../shared/todos/list.ts';
import type { TodoItem } from '../../shared/todos/todo-item.ts';
import type { Store } from '../threads/open.ts';
import { setThreadMetadata, threadMetadata } from '../threads/metadata.ts';
import { planEntry } from '../threads/plans.ts';
import { headOf } from '../threads/thread-rows.ts';
import { isOnBranch } from '../threads/tree-walk.ts';

/**
 * Copies a list to the metadata of its thread, where later runs find it whose history no longer holds the calls. `tip`: the
 * end of the branch that it was written on; the copy is of the active branch alone.
 */
export function keepTodos(
  { read, write }: Store,
  threadId: string,
  tip: string,
  items: readonly TodoItem[],
): Result<null> {
  if (headOf(read, threadId) !== tip) return ok(null);
  return setThreadMetadata(write, threadId, TODOS_METADATA_KEY, { items, entryId: tip });
}

/**
 * Writes the copy again where it is not of the newest list of the active branch: a crash came between the two, or another
 * branch is active now. To be called while no run works on that branch.
 */
export function mendKeptTodos(store: Store, threadId: string): Result<null> {
  const { read, write } = store;
  const head = headOf(read, threadId);
  const entry = head === undefined || head === null ? undefined : planEntry(read, head);
  const items = entry === undefined ? undefined : listIn(entry);
  if (entry === undefined || items === undefined || head === undefined || head === null) return ok(null);
  const kept = keptTodos(store, threadId, head);
  if (kept !== undefined && sameTodos(kept, items)) return ok(null);
  return setThreadMetadata(write, threadId, TODOS_METADATA_KEY, { items, entryId: entry.id });
}

/** The copy, if it was written on the branch that ends at `tip`. */
export function keptTodos({ read }: Store, threadId: string, tip: string): readonly TodoItem[] | undefined {
  const kept = parseKeptTodos(threadMetadata(read, threadId)[TODOS_METADATA_KEY]);
  return kept !== undefined && isOnBranch(read, threadId, kept.entryId, tip) ? kept.items : undefined;
}
