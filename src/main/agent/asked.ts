import type { DecidedAlone } from '../../shared/run/approval-limit.ts';
import type { ApprovalDecidedBody, NoteEntry } from '../../shared/thread/entry.ts';

export type Decision = Pick<ApprovalDecidedBody, 'decision' | 'by' | 'reason' | 'always'>;

/** What a person was asked about a call, and what was decided since. */
export type Asked = DecidedAlone & { readonly decision?: Decision };

/** By call id. */
export type AskedCalls = ReadonlyMap<string, Asked>;

/** What a run had done about the calls of a message before its program ended. */
export type TurnSoFar = {
  readonly asked: AskedCalls;
  /** Ids of the calls that had begun. */
  readonly begun: ReadonlySet<string>;
};

/** What notes about one message tell of its calls. */
export function turnIn(notes: readonly NoteEntry[]): TurnSoFar {
  const begun = notes.flatMap((note) => (note.kind === 'tool_started' ? [note.callId] : []));
  return { asked: askedIn(notes), begun: new Set(begun) };
}

function askedIn(notes: readonly NoteEntry[]): AskedCalls {
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
