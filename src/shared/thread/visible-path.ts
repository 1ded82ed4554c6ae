import { WRITE_TODOS } from '../todos/list.ts';
import { TODO_TOOL } from '../todos/phases/todo-op.ts';
import type { PathEntry } from './entry.ts';

export type CompactionEntry = Extract<PathEntry, { kind: 'compaction' }>;
export type ClearingEntry = Extract<PathEntry, { kind: 'outputs_cleared' }>;

/** What the model sees of a branch. */
export type VisiblePath = {
  /** The entries that its newest compaction kept and those after it, oldest first. */
  readonly entries: readonly PathEntry[];
  /** Its summary stands for those before. */
  readonly compaction?: CompactionEntry;
  /** Results among the first so many `entries` are cleared. */
  readonly clearedBefore: number;
  /** What cleared them. */
  readonly clearing?: ClearingEntry;
};

/** `path`: a branch from its root. A compaction whose first kept entry is not on it hides nothing. */
export function visiblePath(path: readonly PathEntry[]): VisiblePath {
  const compaction = path.findLast((entry) => entry.kind === 'compaction');
  const start = compaction === undefined ? 0 : startAfter(path, compaction.id, compaction.firstKeptId);
  const entries = path.slice(Math.max(0, start));
  const clearing = entries.findLast((entry) => entry.kind === 'outputs_cleared');
  const until = clearing === undefined ? -1 : entries.findIndex(({ id }) => id === clearing.untilId);
  return {
    entries,
    ...(compaction === undefined || start < 0 ? {} : { compaction }),
    clearedBefore: Math.max(0, until),
    ...(until < 0 ? {} : { clearing }),
  };
}

function startAfter(path: readonly PathEntry[], compactionId: string, firstKeptId: string | null): number {
  return path.findIndex(({ id }) => id === (firstKeptId ?? compactionId));
}

/** Results of such tools stay: they are the plan that the model goes by. */
export function isTodoTool(name: string): boolean {
  return name === WRITE_TODOS || name === TODO_TOOL;
}
