import Database from 'better-sqlite3';
import { fail, type Failure } from '../../shared/lib/result.ts';
import { thrownMessage } from '../lib/thrown.ts';

/** A failure on its way out of a transaction, which must not commit. */
export class StoreError extends Error {
  readonly failure: Failure;

  constructor(failure: Failure) {
    super(failure.message);
    this.name = 'StoreError';
    this.failure = failure;
  }
}

export function threadNotFound(): StoreError {
  return new StoreError({ code: 'thread_not_found', message: 'This thread is not there any more.' });
}

export function entryNotFound(): StoreError {
  return new StoreError({
    code: 'entry_not_found',
    message: 'The entry to go on from is not in this thread.',
    hint: 'Reload the thread, then try again.',
  });
}

export function storeGone(): StoreError {
  return new StoreError({
    code: 'store_gone',
    message: 'The file that holds your threads was moved or removed while Runlight used it, so nothing was saved.',
    hint: 'Put its folder back where it was and try again, or restart Runlight to begin with a new one.',
  });
}

/** What a throw out of the store means to a person. Reads throw only where the file or the disk fails them. */
export function storeFailure(error: unknown): Failure {
  if (error instanceof StoreError) return error.failure;
  const code = sqliteCode(error);
  if (code !== undefined && isDiskFull(code)) {
    return failure(
      'disk_full',
      'The disk is full or cannot be written to, so nothing was saved.',
      'Free some space, then try again.',
    );
  }
  if (code !== undefined && isDamage(code)) {
    return failure(
      'store_damaged',
      'The file that holds your threads is damaged.',
      'Restart Runlight: it checks the file and says where backups are.',
    );
  }
  const reason = thrownMessage(error);
  return failure(
    'store_failed',
    `Your threads could not be read or written: ${reason}.`,
    'Try again. If it stays so, restart Runlight.',
  );
}

/** Whether a throw came out of the store: anything else is a bug of ours. */
export function isStoreError(error: unknown): boolean {
  return error instanceof StoreError || sqliteCode(error) !== undefined;
}

function failure(code: string, message: string, hint: string): Failure {
  return fail(code, message, hint).error;
}

function sqliteCode(error: unknown): string | undefined {
  return error instanceof Database.SqliteError ? error.code : undefined;
}

// SQLite reports a full disk as such where the system does, and elsewhere as the write that failed.
const WRITE_CODES = [
  'SQLITE_FULL',
  'SQLITE_IOERR_WRITE',
  'SQLITE_IOERR_FSYNC',
  'SQLITE_IOERR_TRUNCATE',
  'SQLITE_IOERR_SHMSIZE',
];

function isDiskFull(code: string): boolean {
  return WRITE_CODES.includes(code);
}

export function isDamage(code: string): boolean {
  return code === 'SQLITE_NOTADB' || code.startsWith('SQLITE_CORRUPT');
}
