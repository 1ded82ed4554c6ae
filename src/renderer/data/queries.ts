import { useMutation, useQuery, type UseMutationResult, type UseQueryResult } from '@tanstack/react-query';
import type { Answer, RequestInput, RequestName } from '../../shared/ipc/contract.ts';
import { ask, type RequestError } from './bridge.ts';

type AnswerOptions = {
  readonly enabled?: boolean;
  readonly staleTime?: number;
  /** Shows the answer to the input before until that to the new one is there. */
  readonly keepPrevious?: boolean;
};

/** What the engine answers to a request, kept in the query cache and refreshed by pushes (see follow-pushes.ts). */
export function useAnswer<K extends RequestName>(
  name: K,
  input: RequestInput<K>,
  { keepPrevious = false, ...options }: AnswerOptions = {},
): UseQueryResult<Answer<K>, RequestError> {
  return useQuery<Answer<K>, RequestError>({
    queryKey: [name, input],
    queryFn: () => ask(name, input),
    // What is told of a function here would be called with the answer.
    placeholderData: keepPrevious ? (previous: Answer<K> | undefined) => previous as never : undefined,
    ...options,
  });
}

/** A request that changes something. `mutate(input)`; failures are in `error`, or go to `onError`. */
export function useAction<K extends RequestName>(name: K): UseMutationResult<Answer<K>, RequestError, RequestInput<K>> {
  return useMutation<Answer<K>, RequestError, RequestInput<K>>({ mutationFn: (input) => ask(name, input) });
}
