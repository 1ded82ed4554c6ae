import { expect } from 'vitest';
import { isHeld, waitingCalls, type ModelRun } from '../model-run.ts';
import type { World } from '../world.ts';
import type { Operation } from './operation.ts';

/** Of any thread: they are few. */
function randomRun({ random, modelRuns }: World, fits: (run: ModelRun) => boolean): ModelRun | undefined {
  const runs = [...modelRuns.values()].filter(fits);
  return runs.length === 0 ? undefined : random.pick(runs);
}

export const RUNS_AT_WORK: readonly Operation[] = [
  {
    name: 'let go on',
    weight: 14,
    act(world) {
      const run = randomRun(world, (one) => isHeld(one) || waitingCalls(one).length > 0);
      if (run === undefined) return undefined;
      if (isHeld(run)) {
        run.letGo = run.asked;
        run.player.letGo();
        return `the answer of ${run.id}`;
      }
      const { id } = world.random.pick(waitingCalls(run));
      const content = `Late output ${world.nextNumber()}`;
      run.finished.set(id, content);
      run.player.finishCall(id, content);
      return `${id} of ${run.id}`;
    },
  },
  {
    name: 'decide',
    weight: 10,
    act(world) {
      const { random, process } = world;
      const run = randomRun(world, ({ undecided }) => undecided.size > 0);
      if (run === undefined) return undefined;
      const callId = random.pick([...run.undecided]);
      const approves = random.chance(0.6);
      const verdict = approves
        ? ({ decision: 'approved' } as const)
        : ({ decision: 'rejected', reason: 'No' } as const);
      const decided = process.runs.decide(run.id, callId, verdict);
      expect(decided.ok, 'that it could be decided').toBe(true);
      run.undecided.delete(callId);
      run.deciding.add(callId);
      if (!approves) run.declined.set(callId, 'The person declined this call; it was not run. They said: No');
      return `${verdict.decision} ${callId} of ${run.id}`;
    },
  },
  {
    name: 'stop',
    weight: 4,
    act(world) {
      const run = randomRun(world, () => true);
      if (run === undefined) return undefined;
      expect(world.process.runs.stop(run.id).ok).toBe(true);
      run.cut = 'stopped';
      return run.id;
    },
  },
];
