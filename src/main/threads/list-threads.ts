import type { ParsedInput } from '../../shared/ipc/contract.ts';
import type { ThreadPage } from '../../shared/ipc/requests/threads.ts';
import { parseJson } from '../../shared/lib/json.ts';
import { fail, ok, type Result } from '../../shared/lib/result.ts';
import type { ThreadOrigin } from '../../shared/thread/summary.ts';
import { reading, type ReadDb } from './database.ts';
import { titleKey } from './derived/summaries.ts';
import { SELECT_SUMMARY, toSummary, type SummaryRow } from './summaries.ts';

/** Where a page ended. */
type Cursor = { readonly rank: number; readonly updatedAt: number; readonly threadId: string };

// Above every thread.
const START: Cursor = { rank: Number.MAX_SAFE_INTEGER, updatedAt: 0, threadId: '' };

const PAGE = reading<
  Cursor & {
    shelf: string;
    words: string;
    status: string | null;
    agent: string | null;
    source: ThreadOrigin | null;
    hasPlan: number | null;
    limit: number;
  },
  SummaryRow
>(
  'listThreads',
  `${SELECT_SUMMARY}
   WHERE s.shelf = :shelf AND (s.rank, s.updated_at, s.thread_id) < (:rank, :updatedAt, :threadId)
     AND (:status IS NULL OR :status = CASE WHEN r.status IN ('queued', 'running', 'waiting', 'paused') THEN 'active' ELSE r.status END)
     AND (:agent IS NULL OR :agent IN (r.agent_id, r.agent_name))
     AND (:source IS NULL OR :source = CASE WHEN t.imported_seq > 0 THEN 'imported' ELSE coalesce(t.source, 'own') END)
     AND (:hasPlan IS NULL OR :hasPlan = (p.total IS NOT NULL))
     AND NOT EXISTS (SELECT 1 FROM json_each(:words) word WHERE instr(s.title_key, word.value) = 0)
   ORDER BY s.rank DESC, s.updated_at DESC, s.thread_id DESC LIMIT :limit`,
);

/**
 * Threads with a run under way first, then pinned ones, then the others, each newest first; hidden ones never. Titles
 * must contain every word of `query`, whatever its case. `agent` is an id or a name. Fails with `bad_request` where
 * `after` is no page's `next`. `beside`: stores of which the threads are listed among those of `db`.
 */
export function listThreads(
  db: ReadDb,
  input: ParsedInput<'threads.list'>,
  beside: readonly ReadDb[] = [],
): Result<ThreadPage> {
  const { after, limit, query = '', status = null, agent = null, source = null, hasPlan, archived = false } = input;
  const cursor = after === undefined ? START : parseCursor(after);
  if (cursor === undefined) {
    return fail('bad_request', 'This page of threads cannot be found.', 'List the threads again from the start.');
  }
  const wanted = {
    ...cursor,
    shelf: archived ? 'archived' : 'open',
    words: JSON.stringify(
      titleKey(query)
        .split(/\s+/)
        .filter((word) => word !== ''),
    ),
    status,
    agent,
    source,
    hasPlan: hasPlan === undefined ? null : Number(hasPlan),
    // One more tells whether there is a next page.
    limit: limit + 1,
  };
  const rows = [db, ...beside].flatMap((one) => PAGE.all(one, wanted)).toSorted(inOrder);
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  const threads = shown.map(toSummary);
  return ok(last === undefined || rows.length === shown.length ? { threads } : { threads, next: cursorAt(last) });
}

function inOrder(a: SummaryRow, b: SummaryRow): number {
  return b.rank - a.rank || b.updated_at - a.updated_at || (a.id < b.id ? 1 : -1);
}

function cursorAt(row: SummaryRow): string {
  return Buffer.from(JSON.stringify([row.rank, row.updated_at, row.id])).toString('base64url');
}

function parseCursor(text: string): Cursor | undefined {
  const value = parseJson(Buffer.from(text, 'base64url').toString());
  if (!Array.isArray(value)) return undefined;
  const [rank, updatedAt, threadId]: unknown[] = value;
  if (typeof rank !== 'number' || typeof updatedAt !== 'number' || typeof threadId !== 'string') return undefined;
  return { rank, updatedAt, threadId };
}
