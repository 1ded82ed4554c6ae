import { notifyManager, QueryClient } from '@tanstack/react-query';

export function createQueryClient(): QueryClient {
  // Pushes come once a frame: what they change is drawn in that frame, not in the next one.
  notifyManager.setScheduler(queueMicrotask);
  return new QueryClient({
    defaultOptions: {
      // Pushes say what has changed, and a failed request tells why: asking again by itself would only hide both.
      queries: {
        retry: false,
        staleTime: Number.POSITIVE_INFINITY,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        networkMode: 'always',
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
}
