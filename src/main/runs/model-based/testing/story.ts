import { checkAll } from './checks.ts';
import { settle } from './catch-up.ts';
import { BRANCHES } from './operations/branches.ts';
import { COMPACT } from './operations/compact.ts';
import { FORK } from './operations/fork.ts';
import { MESSAGES, newThread } from './operations/messages.ts';
import type { Operation } from './operations/operation.ts';
import { PEOPLE } from './operations/people.ts';
import { PROGRAM } from './operations/program.ts';
import { RUNS_AT_WORK } from './operations/runs-at-work.ts';
import { randomFrom, type Random } from './random.ts';
import type { Tree } from './tree.ts';
import { createWorld, type World } from './world.ts';

export const OPERATIONS: readonly Operation[] = [
  ...MESSAGES,
  ...RUNS_AT_WORK,
  ...PEOPLE,
  ...BRANCHES,
  ...COMPACT,
  FORK,
  ...PROGRAM,
];
/** Of the operations before a failure, so many are told. */
const TOLD = 25;
/** The newest threads get most of what happens. */
const THREADS = 4;

/**
 * Does so many operations by chance, and compares the engine with the model after each; the whole of it every `every`
 * operations and at the end. Fails with the seed, which repeats it, and with what was done last. Answers how often each was done.
 */
export async function tellStory(
  seed: number,
  operations: number,
  every: number,
): Promise<Readonly<Record<string, number>>> {
  const random = randomFrom(seed);
  const world = createWorld(random);
  const told: string[] = [];
  const counts: Record<string, number> = {};
  try {
    newThread(world);
    for (let done = 0; done < operations; ) {
      const { name, act } = weighted(random);
      const tree = randomTree(world);
      told.push(`${name} on ${tree.threadId}`);
      const what = await act(world, tree);
      told.push(`${told.pop() ?? ''}: ${what ?? 'nothing'}`);
      if (what === undefined) continue;
      await settle(world);
      counts[name] = (counts[name] ?? 0) + 1;
      done += 1;
      if (done % every === 0 || done === operations) checkAll(world);
    }
    return counts;
  } catch (error) {
    const last = told.slice(-TOLD).join('\n  ');
    throw new Error(`RUNLIGHT_SEED=${seed} repeats it: operation ${told.length}\n  ${last}`, { cause: error });
  } finally {
    world.process.store.close();
  }
}

function weighted(random: Random): Operation {
  const total = OPERATIONS.reduce((sum, { weight }) => sum + weight, 0);
  let left = random.int(total * 1000) / 1000;
  for (const operation of OPERATIONS) {
    left -= operation.weight;
    if (left < 0) return operation;
  }
  return random.pick(OPERATIONS);
}

function randomTree({ trees, random }: World): Tree {
  const newest = [...trees.values()].slice(-THREADS);
  return random.pick(newest);
}
