import { useQueries } from '@tanstack/react-query';
import type { Answer } from '../../../shared/ipc/contract.ts';
import type { ContextRow, RowsAsked } from '../../../shared/run/context-rows.ts';
import { ask, type RequestError } from '../../data/bridge.ts';

export type At = { readonly threadId: string; readonly entryId: string };

const PAGE = 100;

/** The rows from `first` to `last`, by index; those that are on their way are missing. */
export function useRows(
  at: At,
  asked: Pick<RowsAsked, 'of' | 'by'>,
  first: number,
  last: number,
): { readonly rowAt: (index: number) => ContextRow | undefined; readonly error: RequestError | null } {
  const firstPage = Math.floor(first / PAGE);
  const pages = Math.floor(Math.max(first, last) / PAGE) - firstPage + 1;
  const answers = useQueries({
    queries: Array.from({ length: pages }, (_, n) => {
      const input = { ...at, ...asked, offset: (firstPage + n) * PAGE, limit: PAGE };
      return {
        queryKey: ['context.rows', input],
        queryFn: () => ask('context.rows', input),
        // While a branch grows, what was there stays until the answer is.
        placeholderData: (previous: Answer<'context.rows'> | undefined) => previous,
      };
    }),
  });
  return {
    rowAt: (index) => answers[Math.floor(index / PAGE) - firstPage]?.data?.rows[index % PAGE],
    error: (answers.find(({ error }) => error !== null)?.error ?? null) as RequestError | null,
  };
}
