import type { DecidedAlone } from '../../shared/run/approval-limit.ts';
import type { ApprovalDecidedBody, NoteEntry } from '../../shared/thread/entry.ts';

export type Decision = Pick<ApprovalDecidedBody, 'decision' | 'by' | 'reason' | 'always'>;

/** What a person was asked about a call, and what was decided since. */
export type Asked = DecidedAlone & { readonly decision?: Decision };

/** By call id. */
export type AskedCalls = ReadonlyMap<string, Asked>;

/** What notes about one message tell of its calls. */
export function askedIn(notes: readonly NoteEntry[]): AskedCalls {
  const asked = new Map<string, Asked>();
  for (const note of notes) {
    if (note.kind === 'approval_asked') {
      const { callId, approvesAt, rejectsAt } = note;
      asked.set(callId, { approvesAt, rejectsAt });
    }
    if (note.kind !== 'approval_decided') continue;
    const { decision, by, reason, always } = note;
    asked.set(note.callId, { ...asked.get(note.callId), decision: { decision, by, reason, always } });
  }
  return asked;
}
