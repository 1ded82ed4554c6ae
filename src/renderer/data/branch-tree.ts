import { useQuery, useQueryClient, type QueryClient, type QueryKey, type UseQueryResult } from '@tanstack/react-query';
import { EMPTY_TREE, mergeTree, type BranchTree } from '../../shared/thread/branch-tree.ts';
import { stepTree, stepTreeChild, type TreePush } from '../../shared/thread/step-tree.ts';
import type { ThreadSummary } from '../../shared/thread/summary.ts';
import { ask, type RequestError } from './bridge.ts';
import { refreshSoon } from './refresh-soon.ts';

/** Where a step does not tell enough, the next ones often do not either. */
const REFRESH_MS = 50;

function treeKey(threadId: string): QueryKey {
  return ['branch.tree', { threadId }];
}

/** The tree of an open thread's branches as it is now and as it goes on. What is known is not asked for again. */
export function useBranchTree(threadId: string): UseQueryResult<BranchTree, RequestError> {
  const client = useQueryClient();
  return useQuery<BranchTree, RequestError>({
    queryKey: treeKey(threadId),
    queryFn: async () => {
      const { seq: after } = client.getQueryData<BranchTree>(treeKey(threadId)) ?? EMPTY_TREE;
      const changed = await ask('branch.tree', after === 0 ? { threadId } : { threadId, after });
      return mergeTree(client.getQueryData<BranchTree>(treeKey(threadId)) ?? EMPTY_TREE, changed);
    },
    // While nobody looks the thread may be closed, and then nothing is pushed.
    staleTime: 0,
  });
}

/** A tree to be stepped; `undefined` where an answer will tell what this push does. */
function current(client: QueryClient, threadId: string): BranchTree | undefined {
  const state = client.getQueryState<BranchTree>(treeKey(threadId));
  return state === undefined || state.isInvalidated || state.fetchStatus === 'fetching' ? undefined : state.data;
}

/** Follows a commit; asks for what it changed where the tree cannot tell. */
export function stepBranchTree(client: QueryClient, push: TreePush & { readonly threadId: string }): void {
  const { threadId } = push;
  const tree = current(client, threadId);
  if (tree === undefined) return;
  const next = stepTree(tree, push);
  if (next === undefined) refreshSoon(client, treeKey(threadId), REFRESH_MS);
  else if (next !== tree) client.setQueryData<BranchTree>(treeKey(threadId), next);
}

/** After the summary of a thread has changed: it may be that of a sub-agent, which the tree of another shows. */
export function stepTreeOfParent(client: QueryClient, { id, agent, spawnedBy }: ThreadSummary): void {
  if (spawnedBy === undefined) return;
  const { threadId, messageId: entryId } = spawnedBy;
  const tree = current(client, threadId);
  if (tree === undefined) return;
  const child = { kind: 'subagent', entryId, threadId: id, ...(agent === undefined ? {} : { agent }) } as const;
  const next = stepTreeChild(tree, child);
  // A tree that knows of no entry is asked for whole.
  if (next === undefined) refreshSoon(client, treeKey(threadId), REFRESH_MS);
  if (next !== tree) client.setQueryData<BranchTree>(treeKey(threadId), next ?? { ...tree, seq: 0 });
}
