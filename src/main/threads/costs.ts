import { reading, type ReadDb } from './database.ts';

const SINCE = reading<{ agentId: string; since: number }, { cost: number | null }>(
  'costSince',
  // An agent may be a sub-agent of itself: UNION takes each run once.
  `WITH RECURSIVE spent (id, thread_id) AS (
     SELECT id, thread_id FROM runs WHERE agent_id = :agentId AND started_at >= :since AND own = 1
     UNION
     SELECT r.id, r.thread_id
     FROM spent CROSS JOIN threads t ON t.parent_thread_id = spent.thread_id AND t.parent_run_id = spent.id
       CROSS JOIN runs r ON r.thread_id = t.id
   )
   SELECT sum(r.cost) AS cost FROM spent CROSS JOIN runs r ON r.id = spent.id`,
);

/** What the runs of an agent that began since a moment (ms since the epoch) have cost with all their sub-agents, in US dollars; calls without a price count as none. */
export function costSince(db: ReadDb, agentId: string, since: number): number {
  return SINCE.get(db, { agentId, since })?.cost ?? 0;
}
