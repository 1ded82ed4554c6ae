import type { Push } from '../../../shared/ipc/contract.ts';
import type { ThreadSummary } from '../../../shared/thread/summary.ts';
import type { Log } from '../../lib/log.ts';
import type { LiveHub } from '../../runs/live-hub.ts';
import type { Runs } from '../../runs/registry.ts';
import type { Secrets } from '../../settings/secrets.ts';
import type { Store } from '../../threads/open.ts';
import type { Host } from '../connection.ts';

/** What the handlers of requests work with. */
export type RouteDeps = {
  readonly home: string;
  readonly host: Host;
  readonly store: Store;
  readonly secrets: Secrets;
  readonly runs: Runs;
  readonly live: LiveHub;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly newId: () => string;
  readonly publish: (push: Push) => void;
  /** The summary as windows should see it; `undefined` when the thread is hidden or gone. */
  readonly summary: (threadId: string) => ThreadSummary | undefined;
  /** Tells every window the thread's summary, or that it is gone. */
  readonly publishSummary: (threadId: string) => void;
  readonly log: Log;
};
