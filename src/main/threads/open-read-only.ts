import { existsSync } from 'node:fs';
import Database from 'better-sqlite3';
import { fail, ok, type Result } from '../../shared/lib/result.ts';
import { storeOf, type ReadDb } from './database.ts';
import { storeFailure } from './failures.ts';
import { inspect } from './inspect.ts';
import { MIGRATIONS } from './migrations/all.ts';
import type { StoreOptions } from './open.ts';

export type ReadOnlyStore = { readonly read: ReadDb; close(): void };

/**
 * Opens a store to read it alone, whether or not another process has it: SQLite lets readers see the last commit while
 * somebody writes. Fails with `store_missing`, `store_older`, and as `openStore` does.
 */
export function openReadOnly({ file, now, log }: StoreOptions): Result<ReadOnlyStore> {
  if (!existsSync(file)) {
    return fail(
      'store_missing',
      `There are no threads here: ${file} is missing.`,
      'Choose another folder with --home.',
    );
  }
  const newest = MIGRATIONS.at(-1)?.version ?? 0;
  const version = inspect(file, newest);
  if (!version.ok) return version;
  if (version.value < newest) {
    return fail(
      'store_older',
      `${file} was written by an older Runlight.`,
      'Start Runlight once: it brings it up to date.',
    );
  }
  try {
    const database = new Database(file, { readonly: true, fileMustExist: true, timeout: 5000 });
    return ok({ read: storeOf({ database, now, log }), close: () => void database.close() });
  } catch (error) {
    return { ok: false, error: storeFailure(error) };
  }
}
