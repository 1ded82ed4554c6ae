import type { RunRecord } from '../../shared/run/run-record.ts';
import type { NoteEntry } from '../../shared/thread/entry.ts';
import { turnIn } from '../agent/asked.ts';
import { openCalls, type OpenCalls } from '../agent/open-calls.ts';
import type { ReadDb } from '../threads/database.ts';
import { notesAbout } from '../threads/entries.ts';
import { lastStep } from './last-step.ts';

type RunIds = Pick<RunRecord, 'id' | 'threadId'>;

/**
 * The calls at the end of a run's branch that people were asked about, as long as none of them has begun: there the run
 * can be left and gone on with later, and nothing happens twice. `undefined` of a run that stands anywhere else.
 */
export function waitingTurn(db: ReadDb, { id: runId, threadId }: RunIds, tip: string): OpenCalls | undefined {
  const branch = lastStep(db, threadId, tip)?.entries ?? [];
  const open = openCalls(branch);
  const answer = branch.find(({ id }) => id === open?.messageId);
  if (open === undefined || answer?.kind !== 'assistant_message' || answer.runId !== runId) return undefined;
  if (open.calls.length < answer.calls.length) return undefined;
  const notes = notesOfRun(db, runId, open.messageId);
  return notes.some(({ kind }) => kind === 'approval_asked') && !notes.some(goesOn) ? open : undefined;
}

/** The calls at the end of a run's branch that have begun, and that nothing has answered yet. */
export function begunCalls(db: ReadDb, { id: runId, threadId }: RunIds, tip: string): OpenCalls | undefined {
  const open = openCalls(lastStep(db, threadId, tip)?.entries ?? []);
  if (open === undefined) return undefined;
  const { begun } = turnIn(notesOfRun(db, runId, open.messageId));
  return { ...open, calls: open.calls.filter(({ id }) => begun.has(id)) };
}

/** What a run has noted about one of its messages. */
export function notesOfRun(db: ReadDb, runId: string, messageId: string): readonly NoteEntry[] {
  return notesAbout(db, [messageId]).filter((note) => note.runId === runId);
}

/** A call has begun, or the run was being stopped. */
function goesOn(note: NoteEntry): boolean {
  return note.kind === 'tool_started' || (note.kind === 'approval_decided' && note.decision === 'withdrawn');
}
