import { existsSync, readFileSync, readdirSync, writeFileSync, truncateSync } from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import type { Log } from '../lib/log.ts';
import { silentLog } from '../lib/log.ts';
import { connectionOf } from './database.ts';
import { rebuildDerived } from './derived/rebuild.ts';
import { entriesSince } from './entries.ts';
import { MIGRATIONS } from './migrations/all.ts';
import type { Migration } from './migrations/migration.ts';
import { openStore, openStoreWith } from './open.ts';
import { allRows } from './testing/rows.ts';
import { append, good, longPath, testStore, testThread, used } from './testing/store.ts';
import { temporaryFolder } from './testing/temporary-folder.ts';

const OPTIONS = { now: () => 0, log: silentLog };
const NEWEST = MIGRATIONS.length;

function filledFile(): string {
  const file = path.join(temporaryFolder(), 'runlight.db');
  const store = testStore(file);
  testThread(store.write);
  longPath(store.write, 2500);
  append(store.write, { tip: 'm3', drafts: [{ id: 'n', targetId: 'm3', body: used(1) }] });
  store.close();
  return file;
}

/** Versions after the newest, each of which adds a column. */
function later(count: number): readonly Migration[] {
  const added = Array.from({ length: count }, (_, index): Migration => {
    const version = NEWEST + 1 + index;
    return { version, up: (database) => database.exec(`ALTER TABLE threads ADD COLUMN extra_${version} TEXT`) };
  });
  return [...MIGRATIONS, ...added];
}

test('migrations are numbered densely', () => {
  expect(MIGRATIONS.map((migration) => migration.version)).toEqual(MIGRATIONS.map((_, index) => index + 1));
});

test('a fresh file has the newest format, strict tables, and is as safe as SQLite makes it', () => {
  const file = path.join(temporaryFolder(), 'runlight.db');
  const store = testStore(file);
  const { database } = connectionOf(store.read);
  const pragmas = [
    'user_version',
    'journal_mode',
    'synchronous',
    'foreign_keys',
    'secure_delete',
    'journal_size_limit',
  ];
  expect(pragmas.map((name) => database.pragma(name, { simple: true }))).toEqual([NEWEST, 'wal', 2, 1, 1, 8388608]);
  const loose = database
    .prepare(`SELECT name FROM pragma_table_list WHERE schema = 'main' AND strict = 0`)
    .pluck()
    .all();
  expect(loose).toEqual(['sqlite_schema']);
  expect(readdirSync(path.dirname(file)).filter((name) => name.includes('backup'))).toEqual([]);
  store.close();
});

test('what was stored is there when the file is opened again', () => {
  const file = filledFile();
  const first = testStore(file);
  const before = allRows(first.read);
  expect(entriesSince(first.read, 'thread', 0, 5000)).toHaveLength(2501);
  first.close();
  const second = testStore(file);
  expect(allRows(second.read)).toEqual(before);
  second.close();
});

test('an older file is backed up and brought up to date, its derived tables built anew', () => {
  const file = filledFile();
  const old = testStore(file);
  const before = allRows(old.read);
  connectionOf(old.read).database.exec('DELETE FROM nodes; DROP TABLE spans;');
  old.close();

  const store = good(openStoreWith({ file, ...OPTIONS }, later(1)));
  const { threads, ...others } = allRows(store.read);
  expect(threads).toEqual(before.threads?.map((row) => ({ ...Object(row), [`extra_${NEWEST + 1}`]: null })));
  expect({ threads: before.threads, ...others }).toEqual(before);
  store.close();

  const backup = testStore(`${file}.backup-v${NEWEST}`);
  const { database } = connectionOf(backup.write);
  expect(database.pragma('user_version', { simple: true })).toBe(NEWEST);
  database.transaction(() => rebuildDerived(backup.write))();
  expect(allRows(backup.read)).toEqual(before);
  backup.close();
});

test('only the newest three backups are kept', () => {
  const file = filledFile();
  for (let count = 1; count <= 5; count += 1) good(openStoreWith({ file, ...OPTIONS }, later(count))).close();
  const names = readdirSync(path.dirname(file)).filter((name) => name.includes('backup'));
  expect(new Set(names)).toEqual(new Set([2, 3, 4].map((count) => `runlight.db.backup-v${NEWEST + count}`)));
});

test('a migration that fails leaves the file as it was', () => {
  const file = filledFile();
  const before = testStore(file);
  const rows = allRows(before.read);
  before.close();
  const breaks: Migration = {
    version: NEWEST + 2,
    up: (database) => database.exec('DELETE FROM entries; SELECT nonsense;'),
  };
  const result = openStoreWith({ file, ...OPTIONS }, [...later(1), breaks]);
  expect(result).toMatchObject({ ok: false, error: { code: 'store_failed' } });
  const after = testStore(file);
  expect(allRows(after.read)).toEqual(rows);
  after.close();
});

test('a file of a newer version is refused and left as it is', () => {
  const file = filledFile();
  good(openStoreWith({ file, ...OPTIONS }, later(1))).close();
  const before = readFileSync(file);
  const result = openStore({ file, ...OPTIONS });
  expect(result).toEqual({
    ok: false,
    error: {
      code: 'store_newer',
      message: `${file} was written by a newer Runlight than this one. It was left as it is.`,
      hint: 'Update Runlight, or choose another folder.',
    },
  });
  expect(readFileSync(file).equals(before)).toBe(true);
});

test.each([
  ['is no database', (file: string) => writeFileSync(file, 'This is not a database. '.repeat(200))],
  ['is cut short', (file: string) => truncateSync(file, Math.floor(readFileSync(file).length / 2))],
  [
    'has a page of garbage',
    (file: string) => {
      const bytes = readFileSync(file);
      bytes.fill(0xab, bytes.length - 40_960, bytes.length - 36_864);
      writeFileSync(file, bytes);
    },
  ],
])('a file that %s is refused and left as it is, with a word on backups', (_, damage) => {
  const file = filledFile();
  damage(file);
  const before = readFileSync(file);
  const alone = openStore({ file, ...OPTIONS });
  expect(alone).toMatchObject({ ok: false, error: { code: 'store_damaged' } });
  const backup = `${file}.backup-v1`;
  writeFileSync(backup, '');
  const withBackup = openStore({ file, ...OPTIONS });
  expect(withBackup.ok ? '' : withBackup.error.hint).toContain(backup);
  expect(readFileSync(file).equals(before)).toBe(true);
});

test("another program's database is refused and left as it is", () => {
  const file = path.join(temporaryFolder(), 'runlight.db');
  new Database(file).exec('CREATE TABLE theirs (a)').close();
  const before = readFileSync(file);
  expect(openStore({ file, ...OPTIONS })).toMatchObject({ ok: false, error: { code: 'store_foreign' } });
  expect(readFileSync(file).equals(before)).toBe(true);
});

test('a file that cannot be had is a failure', () => {
  const file = path.join(temporaryFolder(), 'missing', 'runlight.db');
  expect(openStore({ file, ...OPTIONS })).toMatchObject({ ok: false, error: { code: 'store_failed' } });
  expect(existsSync(path.dirname(file))).toBe(false);
});

test('slow statements are logged by their name', () => {
  let time = 0;
  const logged: Parameters<Log>[] = [];
  const log: Log = (...line) => void logged.push(line);
  const store = good(openStore({ file: ':memory:', now: () => time, log }));
  logged.length = 0;
  entriesSince(store.read, 'thread', 0, 1);
  expect(logged).toEqual([]);
  const ticking = good(openStore({ file: ':memory:', now: () => (time += 60), log }));
  logged.length = 0;
  entriesSince(ticking.read, 'thread', 0, 1);
  expect(logged).toEqual([['warn', 'slow query', { name: 'entriesSince', ms: 60 }]]);
});
