import { closeSync, existsSync, fsyncSync, openSync, readdirSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import type Database from 'better-sqlite3';

const KEPT = 3;

/** Copies the whole store to `<file>.backup-v<version>`, and drops all but the newest few of such copies. */
export function backUp(database: Database.Database, file: string, version: number): string {
  const copy = `${file}.backup-v${version}`;
  const unfinished = `${copy}.unfinished`;
  rmSync(unfinished, { force: true });
  database.prepare('VACUUM INTO ?').run(unfinished);
  flush(unfinished);
  renameSync(unfinished, copy);
  for (const old of backupsOf(file).slice(KEPT)) rmSync(old);
  return copy;
}

/** Newest version first. */
export function backupsOf(file: string): readonly string[] {
  const folder = path.dirname(file);
  if (!existsSync(folder)) return [];
  const prefix = `${path.basename(file)}.backup-v`;
  return readdirSync(folder)
    .filter((name) => name.startsWith(prefix) && /^\d+$/.test(name.slice(prefix.length)))
    .toSorted((a, b) => Number(b.slice(prefix.length)) - Number(a.slice(prefix.length)))
    .map((name) => path.join(folder, name));
}

function flush(file: string): void {
  const handle = openSync(file, 'r+');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
