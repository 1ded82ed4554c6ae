import { assertNever } from '../../shared/lib/assert.ts';
import { activeRuns, type RunCounts } from '../../shared/run/status.ts';

/** What would be lost, or stopped. */
export type Left = { readonly runs: number; readonly unsavedThreads: number };

/** What a person wants who leaves while runs go on, or threads are not saved. */
export type LeaveChoice = 'background' | 'stop' | 'stay';

export type LeaveParts = {
  readonly runs: () => RunCounts;
  readonly unsavedThreads: () => number;
  readonly ask: (left: Left) => Promise<LeaveChoice>;
  readonly toBackground: () => void;
  /** The person changed their mind. */
  readonly stay: () => void;
  readonly quit: () => void;
};

export type Leaving = {
  /** Whether the program, or its last window, may go at once. Where something is left the person is asked, and their wish done. */
  readonly mayGo: () => boolean;
  /** From now on nobody is asked: the system, or who started the program, ends it. */
  readonly insist: () => void;
};

export function createLeaving({ runs, unsavedThreads, ask, toBackground, stay, quit }: LeaveParts): Leaving {
  let insisted = false;
  let asking = false;

  const left = (): Left => ({ runs: activeRuns(runs()), unsavedThreads: unsavedThreads() });

  async function askOnce(): Promise<void> {
    if (asking) return;
    asking = true;
    const choice = await ask(left());
    asking = false;
    switch (choice) {
      case 'background':
        return toBackground();
      case 'stay':
        return stay();
      case 'stop':
        insisted = true;
        return quit();
      default:
        return assertNever(choice);
    }
  }

  return {
    mayGo() {
      const { runs: working, unsavedThreads: unsaved } = left();
      if (insisted || working + unsaved === 0) return true;
      void askOnce();
      return false;
    },
    insist() {
      insisted = true;
    },
  };
}
