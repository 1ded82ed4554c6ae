import { fail, ok, type Result } from '../../shared/lib/result.ts';
import type { PermissionQuestion } from '../../shared/run/permission.ts';
import type { ApprovalRequest, Decision } from '../agent/effects.ts';
import { whenAborted } from '../lib/abort.ts';

export type Verdict = Pick<Decision, 'reason' | 'always'> & { readonly decision: 'approved' | 'rejected' };

export type Approvals = {
  /** Waits for a decision: a person's, the timer's, or the end of the run. */
  readonly wait: (request: ApprovalRequest, signal: AbortSignal) => Promise<Decision>;
  readonly decide: (callId: string, verdict: Verdict) => Result<PermissionQuestion>;
  /** Approves what waits and is allowed by now. */
  readonly allow: (allowed: (question: PermissionQuestion) => boolean) => void;
};

type Waiting = { readonly question: PermissionQuestion; readonly resolve: (decision: Decision) => void };

/** The calls of one run that wait for a decision. */
export function createApprovals(now: () => number): Approvals {
  const waiting = new Map<string, Waiting>();

  /** Once taken it is decided: a second click, or a second window, learns that it came too late. */
  function take(callId: string): Waiting | undefined {
    const found = waiting.get(callId);
    waiting.delete(callId);
    return found;
  }

  return {
    async wait({ callId, question, approvesAt }, signal) {
      const aborted = whenAborted(signal);
      let timer: ReturnType<typeof setTimeout> | undefined;
      const decided = new Promise<Decision>((resolve) => {
        waiting.set(callId, { question, resolve });
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
    decide(callId, verdict) {
      const call = take(callId);
      if (call === undefined) {
        const hint = 'It was decided already, or its run has ended';
        return fail('approval_gone', 'This call no longer waits for an approval', hint);
      }
      call.resolve({ ...verdict, by: 'person' });
      return ok(call.question);
    },
    allow(allowed) {
      for (const [callId, { question }] of waiting) {
        if (allowed(question)) take(callId)?.resolve({ decision: 'approved', by: 'grant' });
      }
    },
  };
}
