import type { QueryClient } from '@tanstack/react-query';
import type { RequestInput } from '../../shared/ipc/contract.ts';
import { refreshSoon } from './refresh-soon.ts';

const REFRESH_MS = 1000;

/** Compares again what is on the screen, when something was written to a thread of it, or it was deleted. */
export function refreshComparisons(client: QueryClient, threadId: string): void {
  for (const { queryKey } of client.getQueryCache().findAll({ queryKey: ['compare.of'], type: 'active' })) {
    // The key is made in queries.ts, of the name and the input.
    const { left, right } = queryKey[1] as RequestInput<'compare.of'>;
    if (left.threadId === threadId || right.threadId === threadId) refreshSoon(client, queryKey, REFRESH_MS);
  }
}
