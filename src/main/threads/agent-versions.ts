import type { Json } from '../../shared/lib/json.ts';
import type { Result } from '../../shared/lib/result.ts';
import { reading, writing, type ReadDb, type WriteDb } from './database.ts';
import { putDocument } from './documents.ts';
import { inTransaction } from './in-transaction.ts';

export type AgentVersion = { readonly version: number; readonly body: Json; readonly at: number };

const NEWEST = reading<{ agentId: string }, { version: number | null }>(
  'newestAgentVersion',
  'SELECT max(version) AS version FROM agent_versions WHERE agent_id = :agentId',
);

const ADD = writing<{ agentId: string; version: number; body: string; at: number }>(
  'addAgentVersion',
  'INSERT INTO agent_versions (agent_id, version, body, at) VALUES (:agentId, :version, :body, :at)',
);

/** From 1; 0 for an agent that is not there. */
export function newestAgentVersion(db: ReadDb, agentId: string): number {
  return NEWEST.get(db, { agentId })?.version ?? 0;
}

/** Makes `body` the agent, and its next version, both or neither. Answers the version. */
export function putAgent(db: WriteDb, agentId: string, body: Json, at: number): Result<number> {
  return inTransaction(db, 'putAgent', () => {
    const put = putDocument(db, 'agents', { id: agentId, body, updatedAt: at });
    if (!put.ok) throw new Error(put.error.message);
    const version = newestAgentVersion(db, agentId) + 1;
    ADD.run(db, { agentId, version, body: JSON.stringify(body), at });
    return version;
  });
}

const OF_AGENT = reading<{ agentId: string }, { version: number; body: string; at: number }>(
  'agentVersions',
  'SELECT version, body, at FROM agent_versions WHERE agent_id = :agentId ORDER BY version DESC',
);

/** The newest first. */
export function agentVersions(db: ReadDb, agentId: string): readonly AgentVersion[] {
  return OF_AGENT.all(db, { agentId }).map(({ version, body, at }) => ({
    version,
    body: JSON.parse(body) as Json,
    at,
  }));
}
