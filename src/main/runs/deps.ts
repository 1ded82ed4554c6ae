import type { Push } from '../../shared/ipc/contract.ts';
import type { Result } from '../../shared/lib/result.ts';
import type { CompactionSettings } from '../../shared/settings.ts';
import type { TodoRules } from '../agent/effects.ts';
import type { Model } from '../agent/model.ts';
import type { Log } from '../lib/log.ts';
import type { Store } from '../threads/open.ts';
import type { Stores } from '../threads/stores.ts';
import type { Recorder } from '../workspace/changes/recorder.ts';
import type { LiveHub } from './live-hub.ts';

export type CompactionDeps = {
  /** When runs compact, and how, as it is set up now. */
  readonly settings: () => CompactionSettings;
  /** The model that an id stands for. */
  readonly model: (id: string) => Result<Model>;
};

/** What runs need of the engine around them. */
export type RunsDeps = {
  readonly stores: Stores;
  /** Of a run: that of its thread. Else the home's. */
  readonly store: Store;
  readonly live: LiveHub;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly newId: () => string;
  /** From 0 to 1. */
  readonly random: () => number;
  readonly publish: (push: Push) => void;
  /** The thread's summary has changed; `urgent` when the plan or the run's status has. */
  readonly touched: (threadId: string, urgent: boolean) => void;
  /** How many runs may work at once. */
  readonly maxRuns: () => number;
  /** How many levels of sub-agents may work below a run that a person started. */
  readonly subagentDepth: () => number;
  /** How often in a row a run may make the same call and get the same answer; 0: any number. */
  readonly mostRepeats: () => number;
  /** What some run does has changed: its status, or that it begins to pause. */
  readonly runsChanged: () => void;
  /** What keeps the changes that a run makes to files. Absent: nothing does. */
  readonly recorder?: (run: { readonly threadId: string; readonly runId: string }) => Recorder;
  readonly todoRules: () => Omit<TodoRules, 'storage'>;
  readonly compaction: CompactionDeps;
  readonly log: Log;
};
