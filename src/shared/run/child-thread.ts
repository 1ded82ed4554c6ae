import type { SpawnedBy } from '../thread/spawned-by.ts';
import type { ThreadSummary } from '../thread/summary.ts';
import type { WaitingApproval } from './running.ts';
import type { ThreadStatus } from './status.ts';
import type { Span } from './timeline.ts';

/** The thread of a sub-agent, as what it works for shows it. */
export type ChildThread = {
  readonly summary: ThreadSummary;
  readonly spawnedBy: SpawnedBy;
  /** What its run does right now; absent when it does nothing, or has ended. */
  readonly activity?: Pick<Span, 'kind' | 'name'>;
  /** Calls that wait for a decision: its own, and those of whoever works for it. */
  readonly approvals: readonly WaitingApproval[];
};

/** What a sub-agent's thread did, as the timeline of what it works for shows it. */
export type ChildLane = {
  readonly threadId: string;
  readonly spawnedBy: SpawnedBy;
  /** Its agent's name, or else its title. */
  readonly name: string;
  readonly status: ThreadStatus;
  /** The newest of its spans, oldest first. */
  readonly spans: readonly Span[];
  /** Earlier ones are left out. */
  readonly hasEarlier: boolean;
};
