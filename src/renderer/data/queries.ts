import { useMutation, useQuery, type UseMutationResult, type UseQueryResult } from '@tanstack/react-query';
import type { Answer, RequestInput, RequestName } from '../../shared/ipc/contract.ts';
import { ask, type RequestError } from './bridge.ts';

/** What the engine answers to a request, kept in the query cache and refreshed by pushes (see follow-pushes.ts). */
export function useAnswer<K extends RequestName>(
  name: K,
  input: RequestInput<K>,
  options: { readonly enabled?: boolean; readonly staleTime?: number } = {},
): UseQueryResult<Answer<K>, RequestError> {
  return useQuery<Answer<K>, RequestError>({ queryKey: [name, input], queryFn: () => ask(name, input), ...options });
}

/** A request that changes something. `mutate(input)`; failures are in `error`, or go to `onError`. */
export function useAction<K extends RequestName>(name: K): UseMutationResult<Answer<K>, RequestError, RequestInput<K>> {
  return useMutation<Answer<K>, RequestError, RequestInput<K>>({ mutationFn: (input) => ask(name, input) });
}
