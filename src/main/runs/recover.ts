import { must } from '../../shared/lib/assert.ts';
import type { Failure } from '../../shared/lib/result.ts';
import type { Checkpoint } from '../../shared/thread/checkpoint.ts';
import { RUN_COMMAND, WRITING_TOOLS } from '../../shared/run/workspace-tools.ts';
import { tipAfter, type Draft } from '../../shared/thread/draft.ts';
import type { AssistantMessageBody, NoteEntry, PathEntry, ToolResultBody } from '../../shared/thread/entry.ts';
import type { RunRecord } from '../../shared/run/run-record.ts';
import { refusalOf } from '../agent/decide-calls.ts';
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

const STARTED = 'interrupted: may have taken effect';
const NOT_STARTED = 'interrupted: this call had not begun';

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
    const started = new Set(
      notes.map(
        (note) => note.kind === 'tool_started' && note.runId === run.id && note.targetId === messageId && note.callId,
      ),
    );
    const declined = new Map(
      notes.flatMap((note) =>
        note.kind === 'approval_decided' &&
        note.runId === run.id &&
        note.targetId === messageId &&
        note.decision === 'rejected'
          ? [[note.callId, refusalOf(note).content]]
          : [],
      ),
    );
    for (const { id: callId, name: toolName } of calls) {
      const wasStarted = started.has(callId);
      const { workspace: root } = run.agent;
      if (wasStarted && root !== undefined && WRITING_TOOLS.includes(toolName)) {
        const by = toolName === RUN_COMMAND ? 'command' : 'tool';
        const body = { kind: 'files_changed', by, callId, root, files: [], unknown: 'interrupted' } as const;
        drafts.push({ id: newId(), targetId: messageId, body });
      }
      const refusal = declined.get(callId);
      const content = refusal ?? (wasStarted ? STARTED : NOT_STARTED);
      const body: ToolResultBody = {
        kind: 'tool_result',
        messageId,
        callId,
        toolName,
        content,
        isError: true,
      };
      drafts.push({ id: newId(), body });
    }
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
