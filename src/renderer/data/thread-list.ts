import { useInfiniteQuery, type InfiniteData, type QueryClient } from '@tanstack/react-query';
import type { RequestInput } from '../../shared/ipc/contract.ts';
import type { ThreadPage } from '../../shared/ipc/requests/threads.ts';
import { isActive, isHeld } from '../../shared/run/status.ts';
import type { ThreadSummary } from '../../shared/thread/summary.ts';
import { ask } from './bridge.ts';
import { stepAnswers } from './step-answers.ts';

export type ThreadFilter = Omit<RequestInput<'threads.list'>, 'after' | 'limit'>;

const PAGE = 60;
const LIST = 'threads.list';
const REFRESH_MS = 500;

type Pages = InfiniteData<ThreadPage, string | undefined>;

export function useThreadList(filter: ThreadFilter) {
  return useInfiniteQuery({
    queryKey: [LIST, filter],
    queryFn: ({ pageParam }) => ask(LIST, { ...filter, after: pageParam, limit: PAGE }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next,
    // Other filters show at once what the last one showed, until their own rows come.
    placeholderData: (previous) => previous,
  });
}

let refresh: ReturnType<typeof setTimeout> | undefined;

/** Rows change in place at once; where a row may have moved, come or gone, the lists are asked for again, not too often. */
export function stepThreadList(client: QueryClient, summary: ThreadSummary): void {
  // Those of sub-agents are in no list.
  if (summary.spawnedBy !== undefined) return;
  let moved = false;
  stepAnswers<Pages>(client, [LIST], (data) => {
    const known = data.pages.flatMap((page) => page.threads).find((thread) => thread.id === summary.id);
    if (known === undefined || hasMoved(known, summary)) moved = true;
    if (known === undefined) return data;
    const pages = data.pages.map((page) => ({
      ...page,
      threads: page.threads.map((thread) => (thread.id === summary.id ? summary : thread)),
    }));
    return { ...data, pages };
  });
  if (moved) refreshThreadLists(client);
}

function hasMoved(before: ThreadSummary, after: ThreadSummary): boolean {
  return (
    before.pinned !== after.pinned ||
    before.archived !== after.archived ||
    isActive(before.status) !== isActive(after.status) ||
    isHeld(before.status) !== isHeld(after.status)
  );
}

function refreshThreadLists(client: QueryClient): void {
  refresh ??= setTimeout(() => {
    refresh = undefined;
    void client.invalidateQueries({ queryKey: [LIST] });
  }, REFRESH_MS);
}

export function removeFromThreadLists(client: QueryClient, threadId: string): void {
  stepAnswers<Pages>(client, [LIST], (data) => ({
    ...data,
    pages: data.pages.map((page) => ({ ...page, threads: page.threads.filter(({ id }) => id !== threadId) })),
  }));
}
