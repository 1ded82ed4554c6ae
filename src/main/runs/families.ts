import type { RunStatus } from '../../shared/run/status.ts';
import type { ActiveRun } from './active-run.ts';

/** Runs that have not ended, as the families that they form: a run with those that its sub-agents do for it. */
export type Families = {
  /** Runs that work for a run right now, at any depth. */
  readonly below: (run: ActiveRun) => readonly ActiveRun[];
  /** What a run does, taken together with those below it. */
  readonly statusOf: (run: ActiveRun) => RunStatus;
  /** Whether it gets on by itself, rather than waiting for a person, or for others. */
  readonly isAtWork: (run: ActiveRun) => boolean;
  /** Whether it waits for a person who may come in a later process: itself, or in a task that it has given. */
  readonly canRest: (run: ActiveRun) => boolean;
  /**
   * The run that a person started, with all below it, where nobody decides now about anything that they wait for, and
   * nothing else of them goes on; else none.
   */
  readonly unattended: (run: ActiveRun) => readonly ActiveRun[];
};

export function familiesOf(active: () => Iterable<ActiveRun>): Families {
  function workers(run: ActiveRun): readonly ActiveRun[] {
    return [...active()].filter(({ parent }) => parent?.id === run.id);
  }

  function below(run: ActiveRun): readonly ActiveRun[] {
    const byParent = Map.groupBy(active(), ({ parent }) => parent?.id);
    const found: ActiveRun[] = [];
    let level: readonly ActiveRun[] = [run];
    while (level.length > 0) {
      level = level.flatMap(({ id }) => byParent.get(id) ?? []);
      found.push(...level);
    }
    return found;
  }

  function isAtWork(run: ActiveRun): boolean {
    return run.status() === 'running' && below(run).length === 0;
  }

  function canRest(run: ActiveRun): boolean {
    return run.waits() || workers(run).some(canRest);
  }

  function isUnattended(run: ActiveRun): boolean {
    const all = workers(run);
    return all.length === 0 ? run.isUnattended() : all.length === run.begunCalls() && all.every(isUnattended);
  }

  function root(run: ActiveRun): ActiveRun {
    const above = [...active()].find(({ id }) => id === run.parent?.id);
    return above === undefined ? run : root(above);
  }

  return {
    below,
    isAtWork,
    statusOf(run) {
      const others = below(run);
      if (others.some((other) => other.status() === 'waiting')) return 'waiting';
      const stands = run.isPausing() && others.length > 0 && !others.some(isAtWork);
      return stands ? 'paused' : run.status();
    },
    canRest,
    unattended(run) {
      const first = root(run);
      return isUnattended(first) ? [first, ...below(first)] : [];
    },
  };
}
