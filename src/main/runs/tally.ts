import type { Push } from '../../shared/ipc/contract.ts';
import type { RunCounts } from '../../shared/run/status.ts';

/** Many runs that start at once are told of once. */
const WAIT_MS = 50;

export type RunTally = { readonly changed: () => void; readonly close: () => void };

/**
 * Tells windows that the counts of runs are other ones now, and the host whether any run of its own works: one that waits
 * for a person keeps no machine awake.
 */
export function createTally(
  areWorking: () => boolean,
  counts: () => RunCounts,
  publish: (push: Push) => void,
  keepAwake: (on: boolean) => void,
): RunTally {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let told = JSON.stringify(counts());
  let awake = false;

  function tell(): void {
    timer = undefined;
    if (areWorking() !== awake) {
      awake = !awake;
      keepAwake(awake);
    }
    const text = JSON.stringify(counts());
    if (text === told) return;
    told = text;
    publish({ type: 'changed', what: 'runs' });
  }

  return {
    changed() {
      timer ??= setTimeout(tell, WAIT_MS);
    },
    close() {
      clearTimeout(timer);
      tell();
    },
  };
}
