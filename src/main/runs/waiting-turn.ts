import type { RunRecord } from '../../shared/run/run-record.ts';
import type { NoteEntry } from '../../shared/thread/entry.ts';
import { openCalls, type OpenCalls } from '../agent/open-calls.ts';
import type { ReadDb } from '../threads/database.ts';
import { notesAbout } from '../threads/entries.ts';
import { lastStep } from './last-step.ts';

/**
 * The calls at the end of a run's branch that people were asked about, as long as none of them has begun: there the run
 * can be left and gone on with later, and nothing happens twice. `undefined` of a run that stands anywhere else.
 */
export function waitingTurn(
  db: ReadDb,
  { id: runId, threadId }: Pick<RunRecord, 'id' | 'threadId'>,
  tip: string,
): OpenCalls | undefined {
  const branch = lastStep(db, threadId, tip)?.entries ?? [];
  const open = openCalls(branch);
  const answer = branch.find(({ id }) => id === open?.messageId);
  if (open === undefined || answer?.kind !== 'assistant_message' || answer.runId !== runId) return undefined;
  if (open.calls.length < answer.calls.length) return undefined;
  const notes = notesOfRun(db, runId, open.messageId);
  return notes.some(({ kind }) => kind === 'approval_asked') && !notes.some(goesOn) ? open : undefined;
}

/** What a run has noted about one of its messages. */
export function notesOfRun(db: ReadDb, runId: string, messageId: string): readonly NoteEntry[] {
  return notesAbout(db, [messageId]).filter((note) => note.runId === runId);
}

/** A call has begun, or the run was being stopped. */
function goesOn(note: NoteEntry): boolean {
  return note.kind === 'tool_started' || (note.kind === 'approval_decided' && note.decision === 'withdrawn');
}
