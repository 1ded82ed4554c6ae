import type { AgentSnapshot } from '../../shared/run/agent.ts';
import type { HandoffBody, RunStartedBody } from '../../shared/thread/entry.ts';
import { reading, type ReadDb } from './database.ts';
import { COLUMNS_OF_E, type EntryRow } from './entry-row.ts';
import { upcast } from './upcast.ts';

const AT = reading<{ threadId: string; entryId: string }, EntryRow & { imported: number }>(
  'agentAt',
  `WITH RECURSIVE walk (id, thread_id, parent_id, seq, run_id) AS (
     SELECT entry_id, thread_id, parent_id, seq, run_id FROM nodes WHERE entry_id = :entryId AND thread_id = :threadId
     UNION ALL
     SELECT n.entry_id, n.thread_id, n.parent_id, n.seq, n.run_id
     FROM walk CROSS JOIN nodes n ON n.entry_id = walk.parent_id
     WHERE n.thread_id = walk.thread_id AND n.seq < walk.seq AND n.run_id IS walk.run_id
   )
   SELECT ${COLUMNS_OF_E}, r.seq <= t.imported_seq AS imported
   FROM threads t CROSS JOIN runs r ON r.id = (SELECT run_id FROM nodes WHERE entry_id = :entryId)
     CROSS JOIN entries e ON e.id = coalesce(
       (SELECT h.id FROM walk CROSS JOIN entries h ON h.id = walk.id WHERE h.kind = 'handoff' LIMIT 1),
       (SELECT s.id FROM entries s WHERE s.thread_id = r.thread_id AND s.seq = r.seq))
   WHERE t.id = :threadId`,
);

/** `imported`: that is the word of a file. */
export type AgentAt = { readonly agent: AgentSnapshot; readonly imported: boolean };

/** The agent that a path entry is by or, of a person's message, that was to answer it; `undefined` where none was. */
export function agentAt(db: ReadDb, threadId: string, entryId: string): AgentAt | undefined {
  const row = AT.get(db, { threadId, entryId });
  if (row === undefined) return undefined;
  // Both kinds of entry that the statement finds hold one.
  const body = upcast(row.v, { kind: row.kind, ...JSON.parse(row.body) }) as RunStartedBody | HandoffBody;
  return { agent: body.agent, imported: row.imported === 1 };
}
