import { existsSync, statSync } from 'node:fs';
import Database from 'better-sqlite3';
import { fail, ok, type Result } from '../../shared/lib/result.ts';
import { backupsOf } from './backups.ts';
import { isDamage, storeFailure } from './failures.ts';

/** The file's `application_id`: what tells it from other programs' databases. */
export const APPLICATION_ID = 0x524c4754;

/** Larger files are not read whole before they are used: about half a millisecond per megabyte. */
const CHECKED_WHOLE = 256 * 1024 * 1024;

/**
 * Looks at a file without writing to it, and answers the version of its format, 0 for one that is not there or empty.
 * Fails with `store_newer`, `store_damaged` or `store_foreign`.
 */
export function inspect(file: string, newest: number): Result<number> {
  if (!existsSync(file)) return ok(0);
  let database: Database.Database | undefined;
  try {
    database = new Database(file, { readonly: true, fileMustExist: true });
    const version = Number(database.pragma('user_version', { simple: true }));
    const tables = Number(database.prepare('SELECT count(*) FROM sqlite_schema').pluck().get());
    const foreign = tables > 0 && database.pragma('application_id', { simple: true }) !== APPLICATION_ID;
    if (foreign) return fail('store_foreign', `${file} is another program's file.`, 'Choose another folder.');
    if (version > newest) return newer(file);
    if (statSync(file).size > CHECKED_WHOLE) return ok(version);
    const found = database.pragma('quick_check(1)', { simple: true });
    return found === 'ok' ? ok(version) : damaged(file, String(found));
  } catch (error) {
    if (error instanceof Database.SqliteError && isDamage(error.code)) return damaged(file, error.message);
    return { ok: false, error: storeFailure(error) };
  } finally {
    database?.close();
  }
}

function newer(file: string): Result<never> {
  return fail(
    'store_newer',
    `${file} was written by a newer Runlight than this one. It was left as it is.`,
    'Update Runlight, or choose another folder.',
  );
}

function damaged(file: string, reason: string): Result<never> {
  const [backup] = backupsOf(file);
  return fail(
    'store_damaged',
    `${file} is damaged: ${reason}. It was left as it is.`,
    backup === undefined
      ? 'Move it away to start anew, or put back a copy of your own; Runlight made no backup beside it.'
      : `Move it away, then put a backup in its place; the newest is ${backup}.`,
  );
}
