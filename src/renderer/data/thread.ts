import { useQuery, useQueryClient, type QueryClient, type UseQueryResult } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Answer } from '../../shared/ipc/contract.ts';
import {
  joinWindows,
  prependPage,
  stepWindow,
  type ThreadPush,
  type ThreadWindow,
} from '../../shared/thread/window.ts';
import { ask, bridge, type RequestError } from './bridge.ts';
import { stepAnswers } from './step-answers.ts';

export type OpenThread = Answer<'thread.open'>;

const PAGE = 100;

function threadKey(threadId: string): readonly [string, string] {
  return ['thread.open', threadId];
}

/** The thread as it is now and as it goes on, for as long as a component uses it. */
export function useThread(threadId: string): UseQueryResult<OpenThread, RequestError> {
  return useThreadPart(threadId, whole);
}

function whole(thread: OpenThread): OpenThread {
  return thread;
}

/**
 * What `select` reads from the thread: the component renders again only when that has changed, not with every word that
 * streams. `select` must be the same function each time.
 */
export function useThreadPart<Part>(
  threadId: string,
  select: (thread: OpenThread) => Part,
): UseQueryResult<Part, RequestError> {
  const client = useQueryClient();
  useEffect(() => follow(client, threadId), [client, threadId]);
  return useQuery<OpenThread, RequestError, Part>({
    queryKey: threadKey(threadId),
    queryFn: async () => {
      const opened = await ask('thread.open', { threadId, limit: PAGE });
      const known = openThread(client, threadId);
      return known === undefined ? opened : { ...opened, window: joinWindows(known.window, opened.window) };
    },
    select,
  });
}

/** Whether there is anything to show; what there is, the parts of the page read for themselves. */
export function useThreadState(threadId: string): UseQueryResult<true, RequestError> {
  return useThreadPart(threadId, isThere);
}

function isThere(): true {
  return true;
}

const followers = new Map<string, number>();

/** The thread is closed when the last component that shows it has gone; what is cached is old from then on. */
function follow(client: QueryClient, threadId: string): () => void {
  followers.set(threadId, (followers.get(threadId) ?? 0) + 1);
  return () => {
    followers.set(threadId, (followers.get(threadId) ?? 1) - 1);
    // One component often takes over from another: only then is it clear that nobody does.
    setTimeout(() => {
      if (followers.get(threadId) !== 0) return;
      followers.delete(threadId);
      void client.invalidateQueries({ queryKey: threadKey(threadId), refetchType: 'none' });
      // When the connection is lost there is nothing to close.
      void bridge.request('thread.close', { threadId });
    });
  };
}

/** What the window holds of a thread that is open in it. */
export function openThread(client: QueryClient, threadId: string): OpenThread | undefined {
  return client.getQueryData<OpenThread>(threadKey(threadId));
}

/** Follows what was pushed of a thread; asks again where that shows that something is missing. */
export function stepThread(client: QueryClient, threadId: string, pushes: readonly ThreadPush[]): void {
  const key = threadKey(threadId);
  const state = client.getQueryState<OpenThread>(key);
  // An answer under way, or one that will be asked for, holds what these say: the engine sends both in order.
  if (state?.data === undefined || state.isInvalidated || state.fetchStatus === 'fetching') return;
  let { window } = state.data;
  for (const push of pushes) {
    const step = stepWindow(window, push);
    if (step.type !== 'next') return void client.invalidateQueries({ queryKey: key });
    window = step.window;
  }
  client.setQueryData<OpenThread>(key, { ...state.data, window });
}

export async function loadEarlier(client: QueryClient, threadId: string): Promise<void> {
  const first = client.getQueryData<OpenThread>(threadKey(threadId))?.window.entries[0];
  if (first === undefined) return;
  const page = await ask('thread.earlier', { threadId, entryId: first.id, limit: PAGE });
  changeWindow(client, threadId, (known) =>
    // A second request for the same page changes nothing.
    known.entries[0]?.id === first.id ? prependPage(known, page) : known,
  );
}

export function changeWindow(
  client: QueryClient,
  threadId: string,
  change: (window: ThreadWindow) => ThreadWindow,
): void {
  client.setQueryData<OpenThread>(threadKey(threadId), (known) =>
    known === undefined ? undefined : { ...known, window: change(known.window) },
  );
}

export function stepThreadSummary(client: QueryClient, summary: OpenThread['summary']): void {
  const key = threadKey(summary.id);
  stepAnswers<OpenThread>(client, key, (known) => ({ ...known, summary }));
  // It was deleted while a window showed it, and is there again.
  if (client.getQueryState(key)?.status === 'error') void client.invalidateQueries({ queryKey: key });
}

/** Where it is still shown, asking for it again tells that it has gone. */
export function forgetThread(client: QueryClient, threadId: string): void {
  void client.resetQueries({ queryKey: threadKey(threadId) });
}
