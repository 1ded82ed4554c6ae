import { fail } from '../../../../shared/lib/result.ts';
import type { Store } from '../../../threads/open.ts';
import { testStore } from '../../../threads/testing/store.ts';
import type { RunsDeps } from '../../deps.ts';
import type { Runs } from '../../runs.ts';
import { createDesk } from '../../testing/desk.ts';
import { photograph } from '../../testing/disk.ts';
import type { ModelRun } from './model-run.ts';
import type { Random } from './random.ts';
import type { Edits } from './said.ts';
import type { Tree } from './tree.ts';

/** The engine's runs on a store in memory, and what the model makes of them. Mutable: operations change it. */
export type World = {
  readonly random: Random;
  process: Process;
  readonly trees: Map<string, Tree>;
  readonly modelRuns: Map<string, ModelRun>;
  /** All that was ever written, as it was, by id. */
  readonly written: Map<string, string>;
  readonly edits: Edits;
  readonly nextNumber: () => number;
  readonly newId: () => string;
};

/** One life of the program, from its start to its end or its kill. */
export type Process = {
  readonly store: Store;
  readonly deps: RunsDeps;
  readonly runs: Runs;
  /** Threads that were written to since somebody looked. */
  readonly changed: Set<string>;
  /** After so many commits from now on, what the disk holds is kept as of that moment. */
  photoAfter?: number;
  photo?: Buffer;
};

/** Compactions keep a few messages. */
const KEPT_TOKENS = 60;

/** How far time goes each time that somebody looks at the clock, in ms: checkpoints are due after a few words. */
const TICK_MS = 700;

export function createWorld(random: Random): World {
  let numbers = 0;
  let ids = 0;
  const newId = (): string => `id${(ids += 1)}`;
  return {
    random,
    process: startProcess(testStore(), newId),
    trees: new Map(),
    modelRuns: new Map(),
    written: new Map(),
    edits: new Map(),
    nextNumber: () => (numbers += 1),
    newId,
  };
}

export function startProcess(store: Store, newId: () => string): Process {
  let time = 0;
  const changed = new Set<string>();
  const publish: RunsDeps['publish'] = (push) => {
    if (push.type !== 'entries') return;
    changed.add(push.threadId);
    if (life.photoAfter === undefined) return;
    life.photoAfter -= 1;
    if (life.photoAfter > 0) return;
    life.photoAfter = undefined;
    life.photo = photograph(store);
  };
  const { deps, runs } = createDesk({
    store,
    newId,
    now: () => (time += TICK_MS),
    publish,
    todoRules: () => ({ enabled: true, stripsOnResume: false, reminders: 3 }),
    compaction: {
      settings: () => ({ automatic: true, share: 0.8, keepTokens: KEPT_TOKENS }),
      model: () => fail('model_unknown', 'No model is known here'),
    },
  });
  const life: Process = { store, deps, runs, changed };
  return life;
}
