import type { QueryClient, QueryKey } from '@tanstack/react-query';

/**
 * Changes what is cached of earlier answers, by a push. Those that are to be asked for again are left alone: a change
 * would make them count as fresh, and what they missed meanwhile would never come.
 */
export function stepAnswers<Data>(client: QueryClient, queryKey: QueryKey, step: (data: Data) => Data): void {
  client.setQueriesData<Data>({ queryKey, predicate: ({ state }) => !state.isInvalidated }, (data) =>
    data === undefined ? undefined : step(data),
  );
}
