import type { Span } from '../../shared/run/timeline.ts';
import type { SpanPlace, ThreadWindow } from '../../shared/thread/window.ts';
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

// After every span.
const END: SpanPlace = { seq: Number.MAX_SAFE_INTEGER, n: 0 };

const PAGE = reading<SpanPlace & { threadId: string; limit: number }, SpanRow & SpanPlace>(
  'spanPage',
  `SELECT seq, n, id, run_id, kind, name, started_at, first_token_at, ended_at, status, entry_id
   FROM spans WHERE thread_id = :threadId AND (seq, n) < (:seq, :n) ORDER BY seq DESC, n DESC LIMIT :limit`,
);

export type SpanPage = Pick<ThreadWindow, 'spans' | 'earlierSpans'>;

/** The newest spans, or those before a place, in the order that the fold of the thread's entries gives. */
export function spanPage(db: ReadDb, threadId: string, limit: number, { seq, n } = END): SpanPage {
  const rows = PAGE.all(db, { threadId, seq, n, limit: limit + 1 });
  const page = rows.slice(0, limit);
  const first = rows.length > limit ? page.at(-1) : undefined;
  return {
    spans: page.map(toSpan).reverse(),
    ...(first === undefined ? {} : { earlierSpans: { seq: first.seq, n: first.n } }),
  };
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
