import { reading, type ReadDb } from './database.ts';

const SINCE = reading<{ agentId: string; since: number }, { cost: number | null }>(
  'costSince',
  `SELECT sum(json_extract(usage, '$.cost')) AS cost FROM runs WHERE agent_id = :agentId AND started_at >= :since AND own = 1`,
);

/** What the runs of an agent that began since a moment (ms since the epoch) have cost, in US dollars; calls without a price count as none. */
export function costSince(db: ReadDb, agentId: string, since: number): number {
  return SINCE.get(db, { agentId, since })?.cost ?? 0;
}
