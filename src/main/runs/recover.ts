import { must } from '../../shared/lib/assert.ts';
import type { Failure } from '../../shared/lib/result.ts';
import type { Checkpoint } from '../../shared/thread/checkpoint.ts';
import { tipAfter, type Draft } from '../../shared/thread/draft.ts';
import type { AssistantMessageBody, NoteEntry, PathEntry } from '../../shared/thread/entry.ts';
import type { RunRecord } from '../../shared/run/run-record.ts';
import type { ToolCall } from '../../shared/thread/tool-call.ts';
import { turnIn, type TurnSoFar } from '../agent/asked.ts';
import { refusalOf } from '../agent/decide-calls.ts';
import { BEGUN, filesOfInterrupted, NOT_BEGUN } from '../agent/interrupted-calls.ts';
import { openCalls } from '../agent/open-calls.ts';

/** What is known of a run that was cut off by the end of the program. */
export type CutRun = {
  readonly run: RunRecord;
  /** The end of its branch, oldest first: at least from its newest answer on. */
  readonly path: readonly PathEntry[];
  /** Notes about those entries. */
  readonly notes: readonly NoteEntry[];
  readonly checkpoint?: Checkpoint;
  /** Why it cannot go on, where that is not the end of the program alone. */
  readonly why?: Failure;
};

/**
 * The entries that bring a run to its end that was cut off: every open call answered, those that may have changed files marked, every open approval withdrawn, the
 * text of the last checkpoint kept, and the run marked as interrupted.
 */
export function recoveryDrafts({ run, path, notes, checkpoint, why }: CutRun, newId: () => string): readonly Draft[] {
  const tip = must(path.at(-1), 'the branch of a run').id;
  const drafts: Draft[] = [];
  // They may be another run's: a run begins with the calls that its branch ends with.
  const open = openCalls(path);
  if (open !== undefined) {
    const { messageId, calls } = open;
    for (const callId of run.asking) {
      const body = { kind: 'approval_decided', callId, decision: 'withdrawn', by: 'run' } as const;
      drafts.push({ id: newId(), targetId: messageId, body });
    }
    const soFar = turnIn(notes.filter((note) => note.runId === run.id && note.targetId === messageId));
    for (const call of calls) drafts.push(...answerDrafts(call, messageId, soFar, run.agent.workspace, newId));
  }
  if (checkpoint !== undefined) {
    const body: AssistantMessageBody = {
      kind: 'assistant_message',
      ...checkpoint,
      calls: [],
      finish: 'other',
      partial: 'interrupted',
    };
    drafts.push({ id: newId(), body });
  }
  const targetId = tipAfter(tip, drafts);
  drafts.push({ id: newId(), targetId, body: { kind: 'run_finished', status: 'interrupted', error: why } });
  return drafts;
}

function answerDrafts(
  call: ToolCall,
  messageId: string,
  { asked, begun }: TurnSoFar,
  root: string | undefined,
  newId: () => string,
): readonly Draft[] {
  const { id: callId, name: toolName } = call;
  const decision = asked.get(callId)?.decision;
  const { content } = decision?.decision === 'rejected' ? refusalOf(decision) : begun.has(callId) ? BEGUN : NOT_BEGUN;
  const result: Draft = {
    id: newId(),
    body: { kind: 'tool_result', messageId, callId, toolName, content, isError: true },
  };
  const files = begun.has(callId) ? filesOfInterrupted(call, root) : undefined;
  return files === undefined ? [result] : [{ id: newId(), targetId: messageId, body: files }, result];
}
