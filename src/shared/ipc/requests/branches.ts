import { z } from 'zod';
import type { FilesThen } from '../../run/agent.ts';
import type { BranchLeaf } from '../../thread/branch-leaf.ts';
import type { BranchTree } from '../../thread/branch-tree.ts';
import { route, Id, PageSize } from './parts.ts';

/** The branches of a thread. */
export const branches = {
  /** Makes the newest branch through an entry the active one. A run that works on the one before goes on beside it. */
  'branch.activate': route<{ readonly headId: string }>()(z.object({ threadId: Id, entryId: Id })),
  /** Names the branches through an entry; empty: takes the name away. */
  'branch.label': route<null>()(z.object({ threadId: Id, entryId: Id, label: z.string().trim().max(100) })),
  /** Copies a branch up to an entry into a new thread. */
  'branch.fork': route<{ readonly threadId: string }>()(z.object({ threadId: Id, entryId: Id })),
  /** The ends of branches, newest first; `before`: the seq of the last one of the page before. */
  'branch.leaves': route<{ readonly leaves: readonly BranchLeaf[]; readonly hasMore: boolean }>()(
    z.object({ threadId: Id, limit: PageSize, before: z.int().optional() }),
  ),
  /** The whole tree or, with the seq of one that is known, the stretches and runs that have become others since. */
  'branch.tree': route<BranchTree>()(z.object({ threadId: Id, after: z.int().min(1).optional() })),
  /** What `files: 'then'` would undo from an entry on; null where nothing is known to have changed since. */
  'branch.files': route<FilesSince | null>()(z.object({ threadId: Id, fromEntryId: Id.nullable() })),
} as const;

/** `changed`: how many files runs of the thread have changed since. */
export type FilesSince = FilesThen & { readonly folder: string; readonly changed: number };
