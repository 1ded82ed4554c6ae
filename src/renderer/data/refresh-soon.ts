import type { QueryClient, QueryKey } from '@tanstack/react-query';

const waiting = new Map<string, ReturnType<typeof setTimeout>>();

/**
 * Asks again for what is shown of this, at most once in so many ms however often it is called, and not before what was asked
 * is answered: of answers that take longer than that nothing would ever be shown.
 */
export function refreshSoon(client: QueryClient, queryKey: QueryKey, ms: number): void {
  const name = JSON.stringify(queryKey);
  if (waiting.has(name)) return;
  const timer = setTimeout(() => {
    waiting.delete(name);
    if (client.isFetching({ queryKey }) > 0) refreshSoon(client, queryKey, ms);
    else void client.invalidateQueries({ queryKey });
  }, ms);
  waiting.set(name, timer);
}
