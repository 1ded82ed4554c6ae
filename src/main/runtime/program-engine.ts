import { v7 as newId } from 'uuid';
import type { Push } from '../../shared/ipc/contract.ts';
import { ok } from '../../shared/lib/result.ts';
import { DEFAULT_COMPACTION, DEFAULT_SETTINGS } from '../../shared/settings.ts';
import { TODO_RULES } from '../agent/effects.ts';
import { createPublisher, type Publisher } from '../connect/programs/publisher.ts';
import { chosenHome } from '../host/home-folder.ts';
import type { RunsDeps } from '../runs/deps.ts';
import { createLiveHub } from '../runs/live-hub.ts';
import { recoverRuns } from '../runs/recover-runs.ts';
import { createRuns } from '../runs/registry.ts';
import type { Runs } from '../runs/runs.ts';
import { openStore } from '../threads/open.ts';
import { storesAround } from '../threads/stores.ts';
import { modelNamed } from './agent.ts';
import type { CogitatorOptions } from './cogitator-options.ts';
import { RunError } from './run-error.ts';

/** What a Cogitator runs agents with. */
export type ProgramEngine = {
  readonly deps: RunsDeps;
  readonly runs: Runs;
  /** Shows the runs in a Runlight; absent: nothing does. */
  readonly publisher?: Publisher;
};

type Options = Required<Pick<CogitatorOptions, 'memory' | 'models' | 'mostRepeats' | 'log'>> &
  Pick<CogitatorOptions, 'compaction' | 'todos'>;

/** Opens the store of a program. Throws RunError when its file cannot be opened. */
export function openProgramEngine({ memory, models, compaction, todos, mostRepeats, log }: Options): ProgramEngine {
  const file = memory.adapter === 'sqlite' ? memory.path : ':memory:';
  const store = openStore({ file, now: Date.now, log });
  if (!store.ok) throw new RunError(store.error);
  const stores = storesAround(store.value, Date.now, log);
  if (!stores.ok) throw new RunError(stores.error);
  const { of: storeOf, unsaved } = stores.value;
  const isUnsaved = (threadId: string | undefined): boolean => threadId !== undefined && storeOf(threadId) === unsaved;
  const publish = (push: Push): void => {
    // What others are shown they keep.
    if (!('threadId' in push && isUnsaved(push.threadId))) publisher?.push(push);
  };
  const live = createLiveHub(publish);
  const deps: RunsDeps = {
    stores: stores.value,
    store: store.value,
    live,
    now: Date.now,
    newId,
    random: Math.random,
    publish,
    touched: () => undefined,
    // How many run at once is the program's business.
    maxRuns: () => Number.POSITIVE_INFINITY,
    todoRules: () => ({ ...TODO_RULES, ...todos }),
    subagentDepth: () => DEFAULT_SETTINGS.subagentDepth,
    mostRepeats: () => mostRepeats,
    runsChanged: () => undefined,
    compaction: {
      settings: () => ({ ...DEFAULT_COMPACTION, ...compaction }),
      model: (id: string) => modelNamed(id, models),
    },
    log,
  };
  let publisher: Publisher | undefined;
  const runs = createRuns(deps);
  // Those that wait for approvals are for `resume`.
  recoverRuns(deps, () => ok(null));
  if (memory.adapter === 'runlight') {
    const home = chosenHome(memory.home);
    publisher = createPublisher({ home, store: store.value.read, runs: () => runs, live: live.of, newId, log });
  }
  return { deps, runs, publisher };
}
