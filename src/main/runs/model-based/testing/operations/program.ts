import { setImmediate } from 'node:timers/promises';
import { must } from '../../../../../shared/lib/assert.ts';
import { recoverRuns } from '../../../recover-runs.ts';
import { catchUp, readOn } from '../catch-up.ts';
import { mendCopy, type Tree } from '../tree.ts';
import { NOT_RUN } from '../expected-result.ts';
import { understudy, wasEdited, type ModelRun } from '../model-run.ts';
import { queuedMessages } from '../../../../threads/queued-messages.ts';
import { photograph, storeFrom } from '../../../testing/disk.ts';
import { startProcess, type World } from '../world.ts';
import { MESSAGES } from './messages.ts';
import type { Operation } from './operation.ts';
import { RUNS_AT_WORK } from './runs-at-work.ts';

const MOST_COMMITS = 8;
/** So many turns of the loop are more than so many commits take. */
const TURNS = 30;

/** The program is gone: what the disk held at that moment is found again. */
function kill(world: World, bytes: Buffer): void {
  world.process = startProcess(storeFrom(bytes), world.newId);
  for (const tree of world.trees.values()) readOn(world, tree);
  const left = [...world.modelRuns.values()].filter(({ phase }) => phase !== 'over');
  for (const run of left) {
    // What was decided and not written yet is still to be decided.
    for (const callId of run.deciding) {
      run.undecided.add(callId);
      run.declined.delete(callId);
    }
    run.deciding.clear();
    for (const [callId, content] of run.declined) if (content === NOT_RUN) run.declined.delete(callId);
    run.cut = run.waits ? undefined : 'killed';
    // Its entries tell no more whether the active branch was taken from it: it goes by the head alone.
    run.side = run.startsBeside && !run.wrote;
  }
  beginAgain(world, left);
  for (const tree of world.trees.values()) readOn(world, tree);
  for (const { tree, cut } of left) if (cut === 'killed') mendCopy(tree);
}

/** What a new process does first: runs that wait for approvals go on, and the others are brought to their end. */
function beginAgain(world: World, left: readonly ModelRun[]): void {
  const { process, trees, nextNumber } = world;
  // What was being summarised, or asked for, is as it was.
  for (const tree of trees.values()) tree.compacting = undefined;
  for (const run of left) {
    run.wishes = false;
    run.lookedAt = false;
    // What was asked for and not begun is forgotten.
    run.wantsPause = run.paused;
  }
  for (const tree of trees.values()) findQueue(process, tree);
  recoverRuns(process.deps, ({ run: { id } }) => {
    const run = must(
      left.find((one) => one.id === id && one.waits),
      'a run that waits',
    );
    readOn(world, run.tree);
    run.side = run.tree.head !== run.tip?.id;
    run.player = understudy(run, nextNumber);
    run.edited = wasEdited(run);
    const { agent, findAgent } = run.player;
    return process.runs.revive(id, { agent, findAgent });
  });
}

/** What people had written is there as far as it was stored. */
function findQueue({ store }: World['process'], tree: Tree): void {
  const rows = new Map(queuedMessages(store.read, tree.threadId).map((row) => [row.id, row]));
  tree.queue = tree.queue.flatMap((queued) => {
    const row = rows.get(queued.id);
    return row === undefined ? [] : [{ ...queued, runId: row.runId, afterRequest: false }];
  });
}

async function killAtWork(world: World, tree: Tree): Promise<string> {
  const { random, process } = world;
  const { name, act } = random.pick([...MESSAGES, ...RUNS_AT_WORK]);
  process.photoAfter = 1 + random.int(MOST_COMMITS);
  const done = await act(world, tree);
  for (let turn = 0; turn < TURNS && process.photo === undefined; turn += 1) await setImmediate();
  kill(world, process.photo ?? photograph(process.store));
  return `in ${name}: ${done ?? 'nothing'}`;
}

export const PROGRAM: readonly Operation[] = [
  {
    name: 'kill',
    weight: 1.5,
    act(world) {
      kill(world, photograph(world.process.store));
      return 'at rest';
    },
  },
  { name: 'kill at work', weight: 3, act: killAtWork },
  {
    name: 'close',
    weight: 1,
    async act(world) {
      const left = [...world.modelRuns.values()];
      for (const run of left) if (!run.waits) run.cut = 'interrupted';
      await world.process.runs.close();
      catchUp(world);
      world.process = startProcess(world.process.store, world.newId);
      beginAgain(
        world,
        left.filter(({ waits }) => waits),
      );
      return '';
    },
  },
];
