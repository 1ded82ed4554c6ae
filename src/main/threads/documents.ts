import { storedJson, type Json } from '../../shared/lib/json.ts';
import type { Result } from '../../shared/lib/result.ts';
import { reading, type NoParams, writing, type ReadDb, type WriteDb } from './database.ts';
import { inTransaction } from './in-transaction.ts';

/** Something that a person set up, as JSON: whoever reads it checks it. */
export type Document = { readonly id: string; readonly body: Json; readonly updatedAt: number };

export type Collection = 'agents' | 'model_addresses';

type DocumentRow = { readonly id: string; readonly body: string; readonly updated_at: number };

const STATEMENTS = { agents: statementsOf('agents'), model_addresses: statementsOf('model_addresses') };

function statementsOf(table: Collection) {
  return {
    list: reading<NoParams, DocumentRow>(`list ${table}`, `SELECT id, body, updated_at FROM ${table} ORDER BY rowid`),
    get: reading<{ id: string }, DocumentRow>(
      `get ${table}`,
      `SELECT id, body, updated_at FROM ${table} WHERE id = :id`,
    ),
    put: writing<{ id: string; body: string; updatedAt: number }>(
      `put ${table}`,
      `INSERT INTO ${table} (id, body, updated_at) VALUES (:id, :body, :updatedAt)
       ON CONFLICT (id) DO UPDATE SET body = excluded.body, updated_at = excluded.updated_at`,
    ),
    delete: writing<{ id: string }>(`delete ${table}`, `DELETE FROM ${table} WHERE id = :id`),
  };
}

/** In the order in which they were added. */
export function listDocuments(db: ReadDb, collection: Collection): readonly Document[] {
  return STATEMENTS[collection].list.all(db, {}).map(toDocument);
}

export function getDocument(db: ReadDb, collection: Collection, id: string): Document | undefined {
  const row = STATEMENTS[collection].get.get(db, { id });
  return row && toDocument(row);
}

/** Adds or replaces. */
export function putDocument(db: WriteDb, collection: Collection, { id, body, updatedAt }: Document): Result<null> {
  return inTransaction(db, `put ${collection}`, () => {
    STATEMENTS[collection].put.run(db, { id, body: JSON.stringify(body), updatedAt });
    return null;
  });
}

/** Whether there was one. */
export function deleteDocument(db: WriteDb, collection: Collection, id: string): Result<boolean> {
  return inTransaction(db, `delete ${collection}`, () => STATEMENTS[collection].delete.run(db, { id }) > 0);
}

function toDocument({ id, body, updated_at }: DocumentRow): Document {
  return { id, body: storedJson(body), updatedAt: updated_at };
}
