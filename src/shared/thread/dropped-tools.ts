import type { PathEntry } from './entry.ts';

/** The tools that a person has taken away for the run at the end of a branch: until they write the next message. */
export function droppedTools(branch: readonly PathEntry[]): ReadonlySet<string> {
  const start = branch.findLastIndex((entry) => entry.kind === 'user_message' && entry.origin === 'person');
  const since = branch.slice(Math.max(0, start));
  return new Set(since.flatMap((entry) => (entry.kind === 'intervention' ? (entry.withoutTools ?? []) : [])));
}
