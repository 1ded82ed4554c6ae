import { expect } from 'vitest';
import type { RunRequest } from '../../../runs.ts';
import { createPlayer } from '../player.ts';
import type { World } from '../world.ts';
import type { Operation } from './operation.ts';

/** Who goes on with a thread that is compacted; its summary comes when it is let. */
function summariser(world: World, until: Promise<unknown>): RunRequest['agent'] {
  const { agent } = createPlayer({ script: [], kind: false, steps: 1, summaryComes: until }, world.nextNumber);
  return agent;
}

export const COMPACT: readonly Operation[] = [
  {
    name: 'compact',
    weight: 7,
    act(world, tree) {
      const { random, process, modelRuns } = world;
      const { threadId, head } = tree;
      const main = [...modelRuns.values()].find((run) => run.tree === tree && !run.side);
      if (main !== undefined) {
        // It is done before the next request; whether there is one is certain while calls are open.
        if (main.open.length === 0 || main.asked === main.steps) return undefined;
        expect(process.runs.compactInRun(threadId, {})).toBe(true);
        main.wishes = true;
        return `in ${main.id}`;
      }
      const until = Promise.withResolvers<undefined>();
      const held = random.chance(0.4);
      if (!held) until.resolve(undefined);
      const started = process.runs.compactThread(threadId, summariser(world, until.promise), {});
      const busy = tree.compacting === undefined ? undefined : 'thread_compacting';
      expect(started.ok ? undefined : started.error.code).toBe(busy);
      if (!started.ok) return `refused: ${started.error.code}`;
      tree.compacting = { from: head, held, letGo: () => until.resolve(undefined) };
      return held ? 'until it is let go on' : '';
    },
  },
  {
    name: 'let a summary come',
    weight: 6,
    act({ random, trees }) {
      const waiting = [...trees.values()].filter(({ compacting }) => compacting?.held === true);
      if (waiting.length === 0) return undefined;
      const { threadId, compacting } = random.pick(waiting);
      if (compacting === undefined) return undefined;
      compacting.held = false;
      compacting.letGo?.();
      return threadId;
    },
  },
];
