import type { ContextRow, RowsAnswer, RowsAsked } from '../../../shared/run/context-rows.ts';
import type { RequestError } from '../../data/bridge.ts';
import { useAnswer } from '../../data/queries.ts';

export type At = { readonly threadId: string; readonly entryId: string };

/** More rows than are ever in sight at once: two pages hold those that are. */
const PAGE = 100;

/** The rows from `first` to `last`, by index; those that are on their way are missing. */
export function useRows(
  at: At,
  asked: Pick<RowsAsked, 'of' | 'by'>,
  first: number,
  last: number,
): { readonly rowAt: (index: number) => ContextRow | undefined; readonly error: RequestError | null } {
  const offset = first - (first % PAGE);
  const input = { ...at, ...asked, limit: PAGE };
  // While a branch grows, what was there stays until the answer is.
  const here = useAnswer('context.rows', { ...input, offset }, { keepPrevious: true });
  const isOver = last >= offset + PAGE;
  const next = useAnswer('context.rows', { ...input, offset: offset + PAGE }, { keepPrevious: true, enabled: isOver });
  return {
    rowAt: (index) => rowIn(here.data, index) ?? rowIn(next.data, index),
    error: here.error ?? next.error,
  };
}

/** What stays until the answer is may be another page. */
function rowIn(page: RowsAnswer | undefined, index: number): ContextRow | undefined {
  return page?.rows[index - page.offset];
}
