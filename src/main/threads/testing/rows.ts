import { connectionOf, type ReadDb } from '../database.ts';
import { DERIVED_TABLES } from '../derived/schema.ts';

type Rows = { readonly [table: string]: readonly unknown[] };

/** Every row of every derived table, each sorted by all its columns. */
export function derivedRows(db: ReadDb): Rows {
  return rowsOf(db, DERIVED_TABLES);
}

/** Every row of every table. */
export function allRows(db: ReadDb): Rows {
  const { database } = connectionOf(db);
  const tables = database
    .prepare<[], { name: string }>(`SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name`)
    .all();
  return rowsOf(
    db,
    tables.map(({ name }) => name),
  );
}

function rowsOf(db: ReadDb, tables: readonly string[]): Rows {
  const { database } = connectionOf(db);
  return Object.fromEntries(
    tables.map((table) => {
      const width = database.prepare(`SELECT * FROM ${table}`).columns().length;
      const order = Array.from({ length: width }, (_, index) => index + 1).join(', ');
      return [table, database.prepare(`SELECT * FROM ${table} ORDER BY ${order}`).all()];
    }),
  );
}
