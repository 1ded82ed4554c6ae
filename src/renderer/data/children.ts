import type { QueryClient } from '@tanstack/react-query';
import { useQuery } from '@tanstack/react-query';
import type { ChildThread } from '../../shared/run/child-thread.ts';
import type { ThreadSummary } from '../../shared/thread/summary.ts';
import { ask, type RequestError } from './bridge.ts';
import { refreshSoon } from './refresh-soon.ts';

const CHILDREN = 'thread.children';
/** Sub-agents change something several times a second. */
const REFRESH_MS = 250;

/** The thread that answers a call of `threadId`; `undefined` while there is none, or it is not known. */
export function useChildOf(threadId: string, messageId: string | undefined, callId: string): ChildThread | undefined {
  return useQuery<readonly ChildThread[], RequestError, ChildThread | undefined>({
    queryKey: [CHILDREN, { threadId }],
    queryFn: () => ask(CHILDREN, { threadId }),
    select: (children) =>
      children.find(({ spawnedBy }) => spawnedBy.messageId === messageId && spawnedBy.callId === callId),
  }).data;
}

/** After the summary of a thread has changed: what it works for shows it. */
export function refreshChildren(client: QueryClient, { spawnedBy }: ThreadSummary): void {
  if (spawnedBy === undefined) return;
  refreshSoon(client, [CHILDREN, { threadId: spawnedBy.threadId }], REFRESH_MS);
  // Whoever is above may be looking, at any height.
  refreshSoon(client, ['thread.lanes'], REFRESH_MS);
}
