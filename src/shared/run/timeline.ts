import { assertNever } from '../lib/assert.ts';
import type { Entry, NoteEntry, ToolResultBody } from '../thread/entry.ts';
import { changeWords } from './token-words.ts';

/** A bar of the waterfall. Times are milliseconds since the epoch. */
export type Span = {
  /** Unique in its thread. */
  readonly id: string;
  readonly runId: string;
  readonly kind: 'model' | 'tool' | 'approval' | 'retry' | 'queue' | 'pause' | 'compaction' | 'clearing';
  /** The model's or the tool's name; what the run waits for; what became of the context. */
  readonly name: string;
  readonly startedAt: number;
  /** Model calls: when the first token came. */
  readonly firstTokenAt?: number;
  /** Absent while it goes on. */
  readonly endedAt?: number;
  readonly status: 'active' | 'ok' | 'error' | 'stopped';
  /** The entry to jump to. */
  readonly entryId: string;
};

/** What one entry does to the spans of its thread. `close_run` ends whatever of the run is still active. */
export type SpanChange =
  | { readonly type: 'open'; readonly span: Span }
  | {
      readonly type: 'close';
      readonly id: string;
      readonly endedAt: number;
      readonly status: Span['status'];
      readonly entryId: string;
    }
  | { readonly type: 'close_run'; readonly runId: string; readonly endedAt: number };

/** The one place that says what an entry means on the timeline. */
export function spanChanges(entry: Entry): readonly SpanChange[] {
  const { runId } = entry;
  if (runId === undefined) return [];
  switch (entry.kind) {
    case 'assistant_message': {
      const span: Span = {
        id: entry.id,
        runId,
        kind: 'model',
        name: entry.model,
        startedAt: entry.sentAt,
        firstTokenAt: entry.firstTokenAt,
        endedAt: entry.at,
        status: entry.partial === undefined ? 'ok' : entry.partial === 'stopped' ? 'stopped' : 'error',
        entryId: entry.id,
      };
      return [{ type: 'open', span }];
    }
    case 'retry': {
      const span: Span = {
        id: entry.id,
        runId,
        kind: 'retry',
        name: entry.error.message,
        startedAt: entry.at,
        endedAt: entry.at + entry.waitMs,
        status: 'error',
        entryId: entry.targetId,
      };
      return [{ type: 'open', span }];
    }
    case 'compaction': {
      const span: Span = {
        id: entry.id,
        runId,
        kind: 'compaction',
        name: `${changeWords(entry)}, ${entry.model}`,
        startedAt: entry.at - entry.durationMs,
        endedAt: entry.at,
        status: 'ok',
        entryId: entry.id,
      };
      return [{ type: 'open', span }];
    }
    case 'outputs_cleared': {
      const span: Span = {
        id: entry.id,
        runId,
        kind: 'clearing',
        name: changeWords(entry),
        startedAt: entry.at,
        endedAt: entry.at,
        status: 'ok',
        entryId: entry.id,
      };
      return [{ type: 'open', span }];
    }
    case 'tool_started':
      return [{ type: 'open', span: callSpan('tool', entry, runId) }];
    case 'tool_result':
      return [
        {
          type: 'close',
          id: callSpanId('tool', entry.messageId, entry.callId),
          endedAt: entry.at,
          status: failed(entry) ? 'error' : 'ok',
          entryId: entry.id,
        },
      ];
    case 'approval_asked':
      return [{ type: 'open', span: callSpan('approval', entry, runId) }];
    case 'approval_decided':
      return [
        {
          type: 'close',
          id: callSpanId('approval', entry.targetId, entry.callId),
          endedAt: entry.at,
          status: entry.decision === 'approved' ? 'ok' : entry.decision === 'rejected' ? 'error' : 'stopped',
          entryId: entry.targetId,
        },
      ];
    case 'run_queued':
      return [{ type: 'open', span: heldSpan(entry, runId, 'queue', 'A place') }];
    case 'run_dequeued':
      return [{ type: 'close', id: entry.queuedId, endedAt: entry.at, status: 'ok', entryId: entry.targetId }];
    case 'run_paused':
      return [{ type: 'open', span: heldSpan(entry, runId, 'pause', 'A person') }];
    case 'run_resumed':
      return [{ type: 'close', id: entry.pausedId, endedAt: entry.at, status: 'ok', entryId: entry.targetId }];
    case 'run_finished':
      return [{ type: 'close_run', runId, endedAt: entry.at }];
    case 'user_message':
    case 'handoff':
    case 'user_todo_edit':
    case 'todos_restored':
    case 'reminder':
    case 'intervention':
    case 'label':
    case 'run_started':
    case 'run_revived':
    case 'usage':
    case 'files_changed':
      return [];
    default:
      return assertNever(entry);
  }
}

type CallNote = Extract<Entry, { kind: 'tool_started' | 'approval_asked' }>;

function callSpan(kind: 'tool' | 'approval', { targetId, callId, toolName, at }: CallNote, runId: string): Span {
  const id = callSpanId(kind, targetId, callId);
  return { id, runId, kind, name: toolName, startedAt: at, status: 'active', entryId: targetId };
}

/** Its id is that of the note that begins it, which the note at its end names. */
function heldSpan({ id, at, targetId }: NoteEntry, runId: string, kind: 'queue' | 'pause', name: string): Span {
  return { id, runId, kind, name, startedAt: at, status: 'active', entryId: targetId };
}

/** The id of what a call left on the timeline. */
export function callSpanId(kind: 'tool' | 'approval', messageId: string, callId: string): string {
  return `${kind}:${messageId}:${callId}`;
}

/** Applies one change; spans stay in the order in which they were opened. */
export function applySpanChange(spans: readonly Span[], change: SpanChange): readonly Span[] {
  switch (change.type) {
    case 'open':
      return [...spans, change.span];
    case 'close':
      return spans.map((span) =>
        span.id === change.id
          ? { ...span, endedAt: change.endedAt, status: change.status, entryId: change.entryId }
          : span,
      );
    case 'close_run':
      return spans.map((span) =>
        span.runId === change.runId && span.endedAt === undefined
          ? { ...span, endedAt: change.endedAt, status: 'stopped' }
          : span,
      );
    default:
      return assertNever(change);
  }
}

/** Besides calls that failed as such: commands that did, though their tool is content. */
function failed({ isError, details }: ToolResultBody): boolean {
  return isError || (details?.kind === 'command' && details.exitCode !== 0);
}
