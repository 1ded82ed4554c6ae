import { fail, ok, type Result } from '../../shared/lib/result.ts';
import type { PermissionQuestion } from '../../shared/run/permission.ts';
import type { Decision } from '../agent/asked.ts';
import type { ApprovalRequest } from '../agent/effects.ts';
import { aloneAt } from '../../shared/run/approval-limit.ts';
import { whenAborted } from '../lib/abort.ts';

export type Verdict = Pick<Decision, 'reason' | 'always'> & { readonly decision: 'approved' | 'rejected' };

export type Approvals = {
  /** Waits for a decision: a person's, the timer's, or the end of the run. */
  readonly wait: (request: ApprovalRequest, signal: AbortSignal) => Promise<Decision>;
  readonly decide: (callId: string, verdict: Verdict) => Result<PermissionQuestion>;
  /** Decides all that waits. Fails with `approval_gone` when nothing does. */
  readonly decideAll: (decision: Decision) => Result<null>;
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
    async wait({ callId, question, ...limit }, signal) {
      const aborted = whenAborted(signal);
      let timer: ReturnType<typeof setTimeout> | undefined;
      const decided = new Promise<Decision>((resolve) => {
        waiting.set(callId, { question, resolve });
        const alone = aloneAt(limit);
        if (alone === undefined) return;
        const { at, decision } = alone;
        timer = setTimeout(() => resolve({ decision, by: 'timer' }), Math.max(0, at - now()));
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
      if (call === undefined) return gone('This call no longer waits for an approval');
      call.resolve({ ...verdict, by: 'person' });
      return ok(call.question);
    },
    decideAll(decision) {
      if (waiting.size === 0) return gone('No call waits for an approval any more');
      for (const callId of waiting.keys()) take(callId)?.resolve(decision);
      return ok(null);
    },
    allow(allowed) {
      for (const [callId, { question }] of waiting) {
        if (allowed(question)) take(callId)?.resolve({ decision: 'approved', by: 'grant' });
      }
    },
  };
}

function gone(message: string): Result<never> {
  return fail('approval_gone', message, 'It was decided already, or its run has ended');
}
