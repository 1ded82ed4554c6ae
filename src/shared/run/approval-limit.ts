import { z } from 'zod';

/** What becomes of a call that nobody has decided about in so many minutes. */
export const ApprovalLimit = z.object({
  minutes: z.number('Enter a number of minutes').positive('Enter more than 0 minutes').max(10_000),
  decision: z.enum(['approved', 'rejected']),
});
export type ApprovalLimit = z.output<typeof ApprovalLimit>;

/** When a call is decided by itself (ms since the epoch), and how. At most one of the two. */
export type DecidedAlone = { readonly approvesAt?: number; readonly rejectsAt?: number };

export function decidedAlone(limit: ApprovalLimit | undefined, askedAt: number): DecidedAlone {
  if (limit === undefined) return {};
  const at = askedAt + limit.minutes * 60_000;
  return limit.decision === 'approved' ? { approvesAt: at } : { rejectsAt: at };
}

export function aloneAt({
  approvesAt,
  rejectsAt,
}: DecidedAlone): { readonly at: number; readonly decision: ApprovalLimit['decision'] } | undefined {
  if (approvesAt !== undefined) return { at: approvesAt, decision: 'approved' };
  return rejectsAt === undefined ? undefined : { at: rejectsAt, decision: 'rejected' };
}
