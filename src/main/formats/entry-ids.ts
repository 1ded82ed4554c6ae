import { assertNever } from '../../shared/lib/assert.ts';
import { isRecord, type Json } from '../../shared/lib/json.ts';
import { isPathEntry, type Entry } from '../../shared/thread/entry.ts';

/** New ids by old ones: of entries, and of runs. */
export type Renamed = ReadonlyMap<string, string>;

/** The entry as one of `threadId`, with new ids in the place of old ones wherever it names an entry or a run. */
export function withIds(entry: Entry, threadId: string, renamed: Renamed): Entry {
  const to = (id: string): string => renamed.get(id) ?? id;
  const stamp = { threadId, id: to(entry.id), ...(entry.runId === undefined ? {} : { runId: to(entry.runId) }) };
  if (isPathEntry(entry)) {
    const moved = { ...stamp, parentId: entry.parentId === null ? null : to(entry.parentId) };
    switch (entry.kind) {
      case 'tool_result':
        return { ...entry, ...moved, messageId: to(entry.messageId) };
      case 'compaction':
        return { ...entry, ...moved, firstKeptId: entry.firstKeptId === null ? null : to(entry.firstKeptId) };
      case 'outputs_cleared':
        return { ...entry, ...moved, untilId: to(entry.untilId) };
      case 'intervention': {
        const { from, result } = entry;
        const named = result === undefined ? {} : { result: { ...result, messageId: to(result.messageId) } };
        return { ...entry, ...moved, from: to(from), ...named };
      }
      case 'user_message':
      case 'assistant_message':
      case 'handoff':
      case 'user_todo_edit':
      case 'todos_restored':
      case 'reminder':
        return { ...entry, ...moved };
      default:
        return assertNever(entry);
    }
  }
  const moved = { ...stamp, targetId: to(entry.targetId) };
  // A kind that names others, beside its target, says so here.
  switch (entry.kind) {
    case 'run_started':
      return entry.continues === undefined
        ? { ...entry, ...moved }
        : { ...entry, ...moved, continues: to(entry.continues) };
    case 'run_dequeued':
      return { ...entry, ...moved, queuedId: to(entry.queuedId) };
    case 'run_resumed':
      return { ...entry, ...moved, pausedId: to(entry.pausedId) };
    case 'run_finished':
    case 'run_queued':
    case 'run_paused':
    case 'run_revived':
    case 'tool_started':
    case 'approval_asked':
    case 'approval_decided':
    case 'usage':
    case 'retry':
    case 'files_changed':
    case 'label':
      return { ...entry, ...moved };
    default:
      return assertNever(entry);
  }
}

type Metadata = { readonly [key: string]: Json };

/** What a person allowed for the rest of a thread, where it ran: it counts nowhere else. */
const PERMISSIONS = 'grants';

/** A thread's metadata in its new home: the copy of a list names the entry that wrote it; permissions do not come along. */
export function metadataWithIds(metadata: Metadata, renamed: Renamed): Metadata {
  return Object.fromEntries(
    Object.entries(metadata)
      .filter(([key]) => key !== PERMISSIONS)
      .map(([key, value]) => {
        const id = isRecord(value) && typeof value.entryId === 'string' ? renamed.get(value.entryId) : undefined;
        return [key, id === undefined ? value : { ...(value as Metadata), entryId: id }];
      }),
  );
}
