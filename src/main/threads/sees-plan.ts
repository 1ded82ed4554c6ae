import { must } from '../../shared/lib/assert.ts';
import type { CompactionBody } from '../../shared/thread/context-bodies.ts';
import type { Entry } from '../../shared/thread/entry.ts';
import { reading, type ReadDb } from './database.ts';
import { entryById } from './entries.ts';
import { isOnBranch } from './tree-walk.ts';

type Mark = { readonly id: string; readonly seq: number; readonly planSeq: number };

// What was compacted or put back since the plan was written, newest first; only ids and numbers are read on the way.
const SINCE_PLAN = reading<{ threadId: string; entryId: string }, Mark>(
  'sincePlan',
  `WITH RECURSIVE walk (id, parent_id, seq, plan_seq) AS (
     SELECT n.entry_id, n.parent_id, n.seq, p.seq FROM nodes n CROSS JOIN nodes p ON p.entry_id = n.plan_entry_id
     WHERE n.entry_id = :entryId AND n.thread_id = :threadId
     UNION ALL
     SELECT n.entry_id, n.parent_id, n.seq, walk.plan_seq
     FROM walk CROSS JOIN nodes n ON n.entry_id = walk.parent_id
     WHERE n.thread_id = :threadId AND n.seq < walk.seq AND n.seq > walk.plan_seq
   )
   SELECT walk.id, walk.seq, walk.plan_seq AS planSeq FROM walk CROSS JOIN entries e ON e.id = walk.id
   WHERE e.kind IN ('compaction', 'todos_restored')`,
);

/**
 * Whether a model that goes on from `entryId` sees the plan of that branch: the call that wrote it was not compacted away,
 * or the list was put back since. It is what `seesPlan` in src/shared says of the whole branch, without reading that.
 */
export function seesPlan(db: ReadDb, threadId: string, entryId: string): boolean {
  const marks = SINCE_PLAN.all(db, { threadId, entryId });
  const entries = marks.map((mark) => ({ ...mark, body: must(entryById(db, mark.id), 'entry of a node') }));
  const cut = entries.find(({ body }) => body.kind === 'compaction');
  const firstKept = cut?.body.kind === 'compaction' ? firstKeptSeq(db, cut.body) : undefined;
  if (cut === undefined || firstKept === undefined || firstKept <= cut.planSeq) return true;
  return entries.some(({ body, seq }) => body.kind === 'todos_restored' && seq >= firstKept);
}

/** `undefined` where it is not on the compaction's branch: then nothing is hidden. */
function firstKeptSeq(db: ReadDb, { id, threadId, seq, firstKeptId }: Entry & CompactionBody): number | undefined {
  if (firstKeptId === null) return seq;
  return isOnBranch(db, threadId, firstKeptId, id) ? entryById(db, firstKeptId)?.seq : undefined;
}
