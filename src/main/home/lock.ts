import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { fail, ok, type Result } from '../../shared/lib/result.ts';
import { thrownMessage } from '../lib/thrown.ts';

export type HomeLock = {
  /** Lets another process have the folder. Calling it again does nothing. */
  release(): void;
};

// A lock lives as long as its connection, which must not end because whoever took it kept no reference.
const held = new Set<Database.Database>();

/**
 * Makes `home` this process's own, creating it for its owner alone where it is missing. The lock is the operating
 * system's, on a SQLite file: it ends with the process, however that dies. Fails with `home_in_use` or `home_unusable`.
 */
export function lockHome(home: string): Result<HomeLock> {
  let database: Database.Database | undefined;
  try {
    mkdirSync(home, { recursive: true, mode: 0o700 });
    database = new Database(path.join(home, 'lock.db'), { timeout: 0 });
    database.exec('BEGIN EXCLUSIVE');
    writeFileSync(holderFile(home), String(process.pid));
  } catch (error) {
    database?.close();
    return isBusy(error) ? inUse(home) : unusable(home, error);
  }
  return ok(hold(home, database));
}

function hold(home: string, database: Database.Database): HomeLock {
  held.add(database);
  return {
    release() {
      if (!held.delete(database)) return;
      // While the lock is still ours: afterwards the file may be the next holder's.
      rmSync(holderFile(home), { force: true });
      database.close();
    },
  };
}

function inUse(home: string): Result<never> {
  const pid = holder(home);
  const who = pid === undefined ? 'Another Runlight' : `Another Runlight (process ${pid})`;
  return fail('home_in_use', `${who} is using the folder ${home}.`, 'Close it, or choose another folder with --home.');
}

function unusable(home: string, error: unknown): Result<never> {
  const reason = thrownMessage(error);
  return fail(
    'home_unusable',
    `Runlight cannot keep its data in the folder ${home}: ${reason}.`,
    'Make sure that it is a folder you may write to, or choose another one with --home.',
  );
}

function isBusy(error: unknown): boolean {
  return error instanceof Database.SqliteError && error.code === 'SQLITE_BUSY';
}

function holderFile(home: string): string {
  return path.join(home, 'lock.pid');
}

/** The process that says it has the folder; `undefined` when it has not said so yet. */
function holder(home: string): string | undefined {
  try {
    return readFileSync(holderFile(home), 'utf8').match(/^\d+$/)?.[0];
  } catch {
    return undefined;
  }
}
