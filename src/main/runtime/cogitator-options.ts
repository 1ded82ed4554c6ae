import type { CompactionSettings } from '../../shared/settings.ts';
import type { TodoRules } from '../agent/effects.ts';
import type { Model } from '../agent/model.ts';
import type { Log } from '../lib/log.ts';
import type { RunObserver } from './run-options.ts';

export type CogitatorOptions = {
  /**
   * `memory` forgets threads with the Cogitator; `sqlite` keeps them in the file `path`. `runlight` is `memory`, and shows
   * every run live in the Runlight that runs on the folder `home` (else that of RUNLIGHT_HOME, else the platform's own),
   * where people can follow and stop it. The program is never slowed or failed by that. While no Runlight runs, what there
   * is to show is left in that folder, up to 32 MiB, for the next one. `historyLimit`: a run sees so many of the newest
   * messages that were on its branch before it, and no call without its results. Absent: all.
   */
  readonly memory: (
    | { readonly adapter: 'memory' }
    | { readonly adapter: 'sqlite'; readonly path: string }
    | { readonly adapter: 'runlight'; readonly home?: string }
  ) & { readonly historyLimit?: number };
  /** Finds the model that an agent names. Absent: `modelsFromEnvironment()`. */
  readonly models?: (id: string) => Model | undefined;
  /**
   * When runs summarise the older part of their conversations; what is absent is as in DEFAULT_COMPACTION. By itself that
   * happens only to models that tell their `contextWindow`.
   */
  readonly compaction?: Partial<CompactionSettings>;
  readonly observers?: readonly RunObserver[];
  /** How plans in phases are kept. Absent: with reminders (three a run), and without what is done when a run resumes one. */
  readonly todos?: Partial<Omit<TodoRules, 'storage'>>;
  /**
   * How often in a row, with nothing but changes of the list between, an agent may make the same call and get the same
   * answer; then the call is refused. 0, and absent: any number.
   */
  readonly mostRepeats?: number;
  readonly log?: Log;
};
