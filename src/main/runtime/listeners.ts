import type { Log } from '../lib/log.ts';
import { described } from '../lib/thrown.ts';
import type { Revival } from '../runs/runs.ts';
import type { RunInfo, RunObserver, RunOptions } from './run-options.ts';

type Heard = {
  readonly options: Pick<RunOptions, 'onTodos' | 'onTodoPhases'>;
  readonly observers: readonly RunObserver[];
  /** As which run listeners are told of it. */
  readonly toldAs: (run: RunInfo) => RunInfo;
  readonly log: Log;
};

/** Who is told of a run's plan: the options of the run first, then the observers in order. */
export function listenersOf({ options, observers, toldAs, log }: Heard): Pick<Revival, 'onTodos' | 'onTodoPhases'> {
  // The plan of a sub-agent is its own: who asked for this run's is not told of it.
  const told = (isSubagent: boolean): readonly RunObserver[] => (isSubagent ? observers : [options, ...observers]);

  function tell(listen: () => void): void {
    try {
      listen();
    } catch (error) {
      // Someone else's mistake: the run and the other listeners go on.
      log('error', 'A listener threw', { error: described(error) });
    }
  }

  return {
    onTodos(todos, { isSubagent, ...run }) {
      for (const listener of told(isSubagent)) tell(() => listener.onTodos?.(todos, toldAs(run)));
    },
    onTodoPhases(phases, { isSubagent, ...run }) {
      for (const listener of told(isSubagent)) tell(() => listener.onTodoPhases?.(phases, toldAs(run)));
    },
  };
}
