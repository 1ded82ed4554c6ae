import { ComparePage } from '../features/compare/compare-page.tsx';
import { NewRun } from '../features/new-run/new-run.tsx';
import { Settings } from '../features/settings/settings.tsx';

import { assertNever } from '../../shared/lib/assert.ts';
import type { Route } from '../state/route.ts';
import { Home } from './home.tsx';
import { RegionBoundary } from './region-boundary.tsx';
import { ShortcutList } from './shortcuts-dialog.tsx';
import { ThreadView } from './thread-view.tsx';

/** What the address says, in the middle column. */
export function Middle({ route }: { readonly route: Route }) {
  return (
    <div className="flex h-full min-w-0 flex-col">
      <RegionBoundary key={route.view === 'thread' ? route.threadId : route.view} name="This page">
        <Page route={route} />
      </RegionBoundary>
    </div>
  );
}

function Page({ route }: { readonly route: Route }) {
  switch (route.view) {
    case 'home':
      return <Home />;
    case 'new':
      return <NewRun agentId={route.agentId} />;
    case 'thread':
      return <ThreadView threadId={route.threadId} />;
    case 'compare':
      return <ComparePage left={route.left} right={route.right} />;
    case 'settings':
      return <Settings section={route.section} shortcuts={<ShortcutList />} />;
    default:
      return assertNever(route);
  }
}
