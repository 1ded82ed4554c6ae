import type { WaitingApproval } from '../../shared/run/running.ts';
import type { RunRecord } from '../../shared/run/run-record.ts';
import { reading, type ReadDb } from './database.ts';
import { notesAbout } from './entries.ts';

const ASKED_ABOUT = reading<{ threadId: string; runId: string }, { entry_id: string }>(
  'messagesThatAsk',
  `SELECT DISTINCT entry_id FROM spans INDEXED BY spans_active
   WHERE run_id = :runId AND ended_at IS NULL AND thread_id = :threadId AND kind = 'approval'`,
);

/** The calls of a run that wait for a decision, in the order in which they asked. */
export function approvalsOf(db: ReadDb, { id: runId, threadId, agent, asking }: RunRecord): readonly WaitingApproval[] {
  if (asking.length === 0) return [];
  const messages = ASKED_ABOUT.all(db, { threadId, runId }).map((row) => row.entry_id);
  return notesAbout(db, messages).flatMap((note): readonly WaitingApproval[] => {
    if (note.kind !== 'approval_asked' || !asking.includes(note.callId)) return [];
    const { callId, toolName, arguments: text, approvesAt, rejectsAt } = note;
    const who = { threadId, runId, agent: agent.name };
    return [
      {
        ...who,
        callId,
        toolName,
        arguments: text,
        ...(approvesAt === undefined ? {} : { approvesAt }),
        ...(rejectsAt === undefined ? {} : { rejectsAt }),
      },
    ];
  });
}
