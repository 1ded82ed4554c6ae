import { z } from 'zod';
import { fail, ok, type Result } from '../../shared/lib/result.ts';
import { AgentSettings, PLAIN_AGENT, type AgentRecord } from '../../shared/run/agent.ts';
import { ruleAllowing, type Grant } from '../../shared/run/permission.ts';
import { ALL_WORKSPACE_TOOLS } from '../../shared/run/workspace-tools.ts';
import { readSchema } from '../agent/answer.ts';
import { agentVersions, newestAgentVersion, putAgent } from '../threads/agent-versions.ts';
import type { ReadDb, WriteDb } from '../threads/database.ts';
import { deleteDocument, getDocument, listDocuments, type Document } from '../threads/documents.ts';

export const FIRST_AGENT: AgentSettings = {
  ...PLAIN_AGENT,
  name: 'Coder',
  model: '',
  instructions:
    'You work on the files of a project. Plan the work before you start, look before you change anything, and check your work before you say that it is done.',
  tools: [...ALL_WORKSPACE_TOOLS],
  todos: 'list',
};

export function listAgents(db: ReadDb): readonly AgentRecord[] {
  return listDocuments(db, 'agents').flatMap((document) => toAgent(db, document) ?? []);
}

export function agentById(db: ReadDb, id: string): AgentRecord | undefined {
  const document = getDocument(db, 'agents', id);
  return document && toAgent(db, document);
}

export function saveAgent(db: WriteDb, id: string, settings: AgentSettings, at: number): Result<AgentRecord> {
  // What could not be read again would be lost.
  const readable = AgentSettings.safeParse(settings);
  if (!readable.success) return fail('bad_agent', `This agent cannot be stored: ${z.prettifyError(readable.error)}`);
  const schema = settings.answer === undefined ? ok(null) : readSchema(settings.answer);
  if (!schema.ok) return schema;
  const saved = putAgent(db, id, settings, at);
  return saved.ok ? ok({ ...settings, id, version: saved.value, updatedAt: at }) : saved;
}

export function deleteAgent(db: WriteDb, id: string): Result<null> {
  const deleted = deleteDocument(db, 'agents', id);
  return deleted.ok ? ok(null) : deleted;
}

/** What the agent was, the newest version first. */
export function agentHistory(db: ReadDb, agentId: string): readonly AgentRecord[] {
  return agentVersions(db, agentId).flatMap(({ version, body, at }) => {
    const settings = AgentSettings.safeParse(body);
    return settings.success ? [{ ...settings.data, id: agentId, version, updatedAt: at }] : [];
  });
}

/** From now on the agent runs this tool, or this command, without asking. */
export function allowForAgent(db: WriteDb, agentId: string, { tool, command }: Grant, at: number): Result<null> {
  const agent = agentById(db, agentId);
  if (agent === undefined) return fail('agent_not_found', 'This agent does not exist any more');
  const { id: _, version: __, updatedAt: ___, ...settings } = agent;
  const rule = command === undefined ? undefined : ruleAllowing(command);
  if (command !== undefined && rule === undefined) {
    const message = 'No rule of an agent can allow this command and no other';
    return fail(
      'no_rule',
      message,
      'It is allowed for the rest of this thread; a rule with a * can be added in Settings',
    );
  }
  const changed =
    rule === undefined
      ? { ...settings, approvals: { ...settings.approvals, [tool]: 'always' as const } }
      : { ...settings, commandRules: [rule, ...settings.commandRules] };
  const saved = saveAgent(db, agentId, changed, at);
  return saved.ok ? ok(null) : saved;
}

function toAgent(db: ReadDb, { id, body, updatedAt }: Document): AgentRecord | undefined {
  const settings = AgentSettings.safeParse(body);
  return settings.success ? { ...settings.data, id, version: newestAgentVersion(db, id), updatedAt } : undefined;
}
