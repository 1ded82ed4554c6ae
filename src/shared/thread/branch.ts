import type { PathEntry } from './entry.ts';

/**
 * The branch from the root to `leafId`, out of any set of path entries. It ends early at a parent that is not in the set,
 * and at a cycle, so that every walk ends.
 */
export function branchTo(byId: ReadonlyMap<string, PathEntry>, leafId: string | null): readonly PathEntry[] {
  const path: PathEntry[] = [];
  const seen = new Set<string>();
  let next = leafId;
  while (next !== null && !seen.has(next)) {
    const entry = byId.get(next);
    if (entry === undefined) break;
    seen.add(next);
    path.push(entry);
    next = entry.parentId;
  }
  return path.reverse();
}
