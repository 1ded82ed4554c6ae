import { fail, ok, type Result } from '../../shared/lib/result.ts';
import type { Decision } from '../agent/effects.ts';
import { whenAborted } from '../lib/abort.ts';

export type Approvals = {
  /** Waits for a decision: a person's, the timer's, or the end of the run. */
  readonly wait: (callId: string, approvesAt: number | undefined, signal: AbortSignal) => Promise<Decision>;
  readonly decide: (callId: string, decision: 'approved' | 'rejected', reason: string | undefined) => Result<null>;
};

/** The calls of one run that wait for a decision. */
export function createApprovals(now: () => number): Approvals {
  const waiting = new Map<string, (decision: Decision) => void>();
  return {
    async wait(callId, approvesAt, signal) {
      const aborted = whenAborted(signal);
      let timer: ReturnType<typeof setTimeout> | undefined;
      const decided = new Promise<Decision>((resolve) => {
        waiting.set(callId, resolve);
        if (approvesAt === undefined) return;
        timer = setTimeout(() => resolve({ decision: 'approved', by: 'timer' }), Math.max(0, approvesAt - now()));
      });
      try {
        return (await Promise.race([decided, aborted.promise])) ?? { decision: 'withdrawn', by: 'run' };
      } finally {
        clearTimeout(timer);
        aborted.dispose();
        waiting.delete(callId);
      }
    },
    decide(callId, decision, reason) {
      const resolve = waiting.get(callId);
      if (resolve === undefined) {
        return fail(
          'approval_gone',
          'This call no longer waits for an approval',
          'It was decided already, or its run has ended',
        );
      }
      // Taken at once, so that a second click, or a second window, learns that it came too late.
      waiting.delete(callId);
      resolve({ decision, by: 'person', reason });
      return ok(null);
    },
  };
}
