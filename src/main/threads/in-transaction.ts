import { ok, type Result } from '../../shared/lib/result.ts';
import { connectionOf, transact, type WriteDb } from './database.ts';
import { StoreError, storeFailure, storeGone } from './failures.ts';

/** Does `write` in one transaction. Whatever goes wrong, nothing of it is kept, and the answer says why. */
export function inTransaction<T>(db: WriteDb, name: string, write: () => T): Result<T> {
  try {
    if (connectionOf(db).isThere?.() === false) throw storeGone();
    return ok(transact(db, name, write));
  } catch (error) {
    const failure = storeFailure(error);
    const { log } = connectionOf(db);
    // A failure of the caller's making says so itself; the others have a cause that the person is not shown.
    if (!(error instanceof StoreError))
      log('error', 'write failed', { name, code: failure.code, cause: String(error) });
    return { ok: false, error: failure };
  }
}
