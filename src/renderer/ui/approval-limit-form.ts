import { z } from 'zod';
import type { ApprovalLimit } from '../../shared/run/approval-limit.ts';

/** What becomes of calls that nobody decides about, minutes as typed. */
export const ApprovalLimitForm = z.object({ decision: z.enum(['wait', 'approved', 'rejected']), minutes: z.string() });
export type ApprovalLimitForm = Readonly<z.output<typeof ApprovalLimitForm>>;

export function approvalLimitForm(limit: ApprovalLimit | undefined): ApprovalLimitForm {
  return limit === undefined
    ? { decision: 'wait', minutes: '' }
    : { decision: limit.decision, minutes: String(limit.minutes) };
}

/** `null`: calls wait. What is no number of minutes is NaN, which the schema refuses. */
export function approvalLimitOf({ decision, minutes }: ApprovalLimitForm): ApprovalLimit | null {
  if (decision === 'wait') return null;
  return { decision, minutes: minutes.trim() === '' ? Number.NaN : Number(minutes) };
}
