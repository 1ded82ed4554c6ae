import { Tooltip } from '@base-ui/react/tooltip';
import { QueryClientProvider } from '@tanstack/react-query';
import { followPushes } from '../data/follow-pushes.ts';
import { navigate } from '../state/route.ts';
import { showFailure, Toaster } from '../ui/toast.tsx';
import { createQueryClient } from './query-client.ts';
import { RegionBoundary } from './region-boundary.tsx';
import { Shell } from './shell.tsx';

const client = createQueryClient();
followPushes(client, {
  onProblem: showFailure,
  onShow: (threadId, entryId) => navigate({ view: 'thread', threadId, entryId }),
});

export function App() {
  return (
    <RegionBoundary name="Runlight">
      <QueryClientProvider client={client}>
        <Tooltip.Provider delay={500}>
          <Shell />
          <Toaster />
        </Tooltip.Provider>
      </QueryClientProvider>
    </RegionBoundary>
  );
}
