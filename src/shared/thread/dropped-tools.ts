import type { PathEntry } from './entry.ts';

/** The tools that a person has taken away for the run at the end of a branch: until they write the next message. */
export function droppedTools(branch: readonly PathEntry[]): ReadonlySet<string> {
  const dropped = new Set<string>();
  // Asked before each model call: of a long branch it reads the end alone, or reads it without making anything.
  for (let index = branch.length - 1; index >= 0; index -= 1) {
    const entry = branch[index];
    if (entry?.kind === 'intervention') for (const tool of entry.withoutTools ?? []) dropped.add(tool);
    if (entry?.kind === 'user_message' && entry.origin === 'person') break;
  }
  return dropped;
}
