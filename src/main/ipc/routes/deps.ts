import type { Push } from '../../../shared/ipc/contract.ts';
import type { CodeAgents } from '../../connect/code/code-agents.ts';
import type { Programs } from '../../connect/programs/programs.ts';
import type { ThreadFiles } from '../../files/thread-files.ts';
import type { inTurn } from '../../lib/in-turn.ts';
import type { Log } from '../../lib/log.ts';
import type { LiveHub } from '../../runs/live-hub.ts';
import type { Runs } from '../../runs/runs.ts';
import type { Summaries } from '../../runs/summaries.ts';
import type { Keys } from '../../settings/addresses.ts';
import type { Store } from '../../threads/open.ts';
import type { Stores } from '../../threads/stores.ts';
import type { Host } from '../connection.ts';

/** What the handlers of requests work with. */
export type RouteDeps = {
  readonly home: string;
  readonly host: Host;
  readonly stores: Stores;
  /** Where the thread is that a request is about; the home's for those about none. */
  readonly store: Store;
  readonly keys: Keys;
  readonly runs: Runs;
  readonly live: LiveHub;
  readonly files: ThreadFiles;
  /** The thread's summary has changed; `urgent` when lists should show it at once. */
  readonly touched: (threadId: string, urgent: boolean) => void;
  readonly code: CodeAgents;
  readonly programs: Programs;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly newId: () => string;
  readonly publish: (push: Push) => void;
  readonly summaries: Pick<Summaries, 'shown' | 'publish'>;
  /** Of two runs that start at once in a folder, the second must see the first. */
  readonly startInTurn: ReturnType<typeof inTurn>;
  readonly log: Log;
};
