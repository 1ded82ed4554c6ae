import type { Span } from '../../shared/run/timeline.ts';
import { reading, type ReadDb } from './database.ts';

type SpanRow = {
  readonly id: string;
  readonly run_id: string;
  readonly kind: Span['kind'];
  readonly name: string;
  readonly started_at: number;
  readonly first_token_at: number | null;
  readonly ended_at: number | null;
  readonly status: Span['status'];
  readonly entry_id: string;
};

const SPANS = reading<{ threadId: string }, SpanRow>(
  'spansOf',
  `SELECT id, run_id, kind, name, started_at, first_token_at, ended_at, status, entry_id
   FROM spans WHERE thread_id = :threadId ORDER BY seq, n`,
);

/** Of all runs, in the order that the fold of the thread's entries gives. */
export function spansOf(db: ReadDb, threadId: string): readonly Span[] {
  return SPANS.all(db, { threadId }).map(toSpan);
}

function toSpan(row: SpanRow): Span {
  return {
    id: row.id,
    runId: row.run_id,
    kind: row.kind,
    name: row.name,
    startedAt: row.started_at,
    firstTokenAt: row.first_token_at ?? undefined,
    endedAt: row.ended_at ?? undefined,
    status: row.status,
    entryId: row.entry_id,
  };
}
