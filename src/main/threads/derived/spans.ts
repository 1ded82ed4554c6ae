import { assertNever } from '../../../shared/lib/assert.ts';
import { spanChanges, type Span } from '../../../shared/run/timeline.ts';
import type { Entry } from '../../../shared/thread/entry.ts';
import { writing, type WriteDb } from '../database.ts';

const OPEN = writing<{
  threadId: string;
  seq: number;
  n: number;
  id: string;
  runId: string;
  kind: string;
  name: string;
  startedAt: number;
  firstTokenAt: number | null;
  endedAt: number | null;
  status: string;
  entryId: string;
}>(
  'openSpan',
  `INSERT INTO spans
     (thread_id, seq, n, id, run_id, kind, name, started_at, first_token_at, ended_at, status, entry_id)
   VALUES
     (:threadId, :seq, :n, :id, :runId, :kind, :name, :startedAt, :firstTokenAt, :endedAt, :status, :entryId)`,
);

const CLOSE = writing<{ threadId: string; id: string; endedAt: number; status: string; entryId: string }>(
  'closeSpan',
  `UPDATE spans INDEXED BY spans_id SET ended_at = :endedAt, status = :status, entry_id = :entryId
   WHERE thread_id = :threadId AND id = :id`,
);

const CLOSED: Span['status'] = 'stopped';

const CLOSE_RUN = writing<{ threadId: string; runId: string; endedAt: number; status: string }>(
  'closeSpansOfRun',
  `UPDATE spans INDEXED BY spans_active SET ended_at = :endedAt, status = :status
   WHERE run_id = :runId AND ended_at IS NULL AND thread_id = :threadId`,
);

/** Does to the table what `applySpanChange` does to a list. */
export function stepSpans(db: WriteDb, entry: Entry): void {
  const { threadId, seq } = entry;
  for (const [n, change] of spanChanges(entry).entries()) {
    switch (change.type) {
      case 'open': {
        const { firstTokenAt = null, endedAt = null, ...span } = change.span;
        OPEN.run(db, { threadId, seq, n, ...span, firstTokenAt, endedAt });
        break;
      }
      case 'close': {
        const { id, endedAt, status, entryId } = change;
        CLOSE.run(db, { threadId, id, endedAt, status, entryId });
        break;
      }
      case 'close_run':
        CLOSE_RUN.run(db, { threadId, runId: change.runId, endedAt: change.endedAt, status: CLOSED });
        break;
      default:
        assertNever(change);
    }
  }
}
