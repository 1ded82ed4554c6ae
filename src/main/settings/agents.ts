import type { Json } from '../../shared/lib/json.ts';
import { ok, type Result } from '../../shared/lib/result.ts';
import { AgentSettings, DEFAULT_MAX_STEPS, type AgentRecord } from '../../shared/run/agent.ts';
import type { ReadDb, WriteDb } from '../threads/database.ts';
import { deleteDocument, getDocument, listDocuments, putDocument, type Document } from '../threads/documents.ts';

export const FIRST_AGENT: AgentSettings = {
  name: 'Coder',
  model: '',
  instructions:
    'You work on the files of a project. Plan the work before you start, look before you change anything, and check your work before you say that it is done.',
  files: true,
  todos: 'list',
  commands: 'ask',
  maxSteps: DEFAULT_MAX_STEPS,
};

export function listAgents(db: ReadDb): readonly AgentRecord[] {
  return listDocuments(db, 'agents').flatMap((document) => toAgent(document) ?? []);
}

export function agentById(db: ReadDb, id: string): AgentRecord | undefined {
  const document = getDocument(db, 'agents', id);
  return document && toAgent(document);
}

export function saveAgent(db: WriteDb, id: string, settings: AgentSettings, at: number): Result<AgentRecord> {
  const saved = putDocument(db, 'agents', { id, body: settings satisfies Json, updatedAt: at });
  return saved.ok ? ok({ ...settings, id, updatedAt: at }) : saved;
}

export function deleteAgent(db: WriteDb, id: string): Result<null> {
  const deleted = deleteDocument(db, 'agents', id);
  return deleted.ok ? ok(null) : deleted;
}

function toAgent({ id, body, updatedAt }: Document): AgentRecord | undefined {
  const settings = AgentSettings.safeParse(body);
  return settings.success ? { ...settings.data, id, updatedAt } : undefined;
}
