import { z } from 'zod';
import type { ListedRun } from '../../run/thread-run.ts';
import type { ChildLane, ChildThread } from '../../run/child-thread.ts';
import { THREAD_ORIGINS, type ThreadSummary } from '../../thread/summary.ts';
import type { EarlierPage, ThreadWindow } from '../../thread/window.ts';
import { route, Id, PageSize } from './parts.ts';

/** The list of threads, and what windows read and change of one. */
export const threads = {
  'threads.list': route<ThreadPage>()(
    z.object({
      /** From the previous page's `next`. */
      after: z.string().optional(),
      limit: PageSize,
      /** Words that the title must contain. */
      query: z.string().max(200).optional(),
      status: z.enum(['active', 'finished', 'failed', 'stopped', 'interrupted', 'limit']).optional(),
      agent: z.string().optional(),
      source: z.enum(THREAD_ORIGINS).optional(),
      hasPlan: z.boolean().optional(),
      archived: z.boolean().optional(),
    }),
  ),
  /** Also subscribes the asking window to the thread's pushes, until `thread.close`. */
  'thread.open': route<{ readonly summary: ThreadSummary; readonly window: ThreadWindow }>()(
    z.object({ threadId: Id, limit: PageSize }),
  ),
  'thread.close': route<null>()(z.object({ threadId: Id })),
  /** The page of the same branch that ends right before `entryId`. */
  'thread.earlier': route<EarlierPage>()(z.object({ threadId: Id, entryId: Id, limit: PageSize })),
  /** The plans of the same branch before the one that `entryId` wrote. */
  'thread.earlierPlans': route<Pick<ThreadWindow, 'planHistory' | 'hasEarlierPlans'>>()(
    z.object({ entryId: Id, limit: PageSize }),
  ),
  /** The spans before that place. */
  'thread.earlierSpans': route<Pick<ThreadWindow, 'spans' | 'earlierSpans'>>()(
    z.object({ threadId: Id, before: z.object({ seq: z.int(), n: z.int() }), limit: PageSize }),
  ),
  /** Those of its sub-agents, oldest first. Ask again after the summary of one was pushed. */
  'thread.children': route<readonly ChildThread[]>()(z.object({ threadId: Id })),
  /** Newest first, `limit` of them. */
  'thread.runs': route<readonly ListedRun[]>()(z.object({ threadId: Id, limit: PageSize })),
  /** What worked for a run, at any depth, each after what it works for. Ask again as for `thread.children`. */
  'thread.lanes': route<readonly ChildLane[]>()(z.object({ threadId: Id, runId: Id })),
  'thread.rename': route<null>()(z.object({ threadId: Id, title: z.string().trim().min(1).max(200) })),
  'thread.pin': route<null>()(z.object({ threadId: Id, pinned: z.boolean() })),
  'thread.archive': route<null>()(z.object({ threadId: Id, archived: z.boolean() })),
  /** Hides it at once; it is gone for good ten seconds later, unless restored. */
  'thread.delete': route<null>()(z.object({ threadId: Id })),
  'thread.restore': route<null>()(z.object({ threadId: Id })),
  /** Of a thread that is not saved: from then on it is, under the same id. Refused with `thread_busy` while a run works on it. */
  'thread.save': route<null>()(z.object({ threadId: Id })),
} as const;

export type ThreadPage = { readonly threads: readonly ThreadSummary[]; readonly next?: string };
