import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { wholeBranch } from './branches.ts';
import { connectionOf, transact } from './database.ts';
import { rebuildDerived } from './derived/rebuild.ts';
import { entriesSince } from './entries.ts';
import { runById, unfinishedRuns } from './runs.ts';
import { derivedRows } from './testing/rows.ts';
import { append, last, started, testStore, testThread, user } from './testing/store.ts';
import { temporaryFolder } from './testing/temporary-folder.ts';
import { headOf } from './thread-rows.ts';

const WRITER = fileURLToPath(new URL('./testing/endless-writer.ts', import.meta.url));

/** Lets a process append, kills it hard after it has told `count` seqs, and answers the last one that it told. */
async function writeAndKill(file: string, runId: string, count: number): Promise<number> {
  const writer = spawn(process.execPath, [WRITER, file, 'thread', runId], { stdio: ['ignore', 'pipe', 'inherit'] });
  const closed = once(writer, 'close');
  const told: number[] = [];
  for await (const line of createInterface({ input: writer.stdout })) {
    told.push(Number(line));
    if (told.length === count) writer.kill('SIGKILL');
  }
  await closed;
  expect(writer.signalCode).toBe('SIGKILL');
  return last(told);
}

test('a process killed in mid-append loses nothing that it had committed', async () => {
  const file = path.join(temporaryFolder(), 'runlight.db');
  const first = testStore(file);
  testThread(first.write);
  append(first.write, { tip: null, drafts: [{ id: 'u', body: user() }] });
  append(first.write, { tip: 'u', runId: 'r', drafts: [{ id: 'n', targetId: 'u', body: started() }] });
  first.close();

  let seen = 2;
  for (const count of [1, 7, 20, 33, 60]) {
    const told = await writeAndKill(file, 'r', count);
    expect(told).toBeGreaterThanOrEqual(seen + 3 * count);
    const store = testStore(file);
    const { write: db } = store;
    const entries = entriesSince(db, 'thread', 0, 100_000);
    expect(entries.length).toBeGreaterThanOrEqual(told);
    expect(entries.map((entry) => entry.seq)).toEqual(entries.map((_, index) => index + 1));
    // Appends are whole: two entries to start with, then three at a time.
    expect(entries.length % 3).toBe(2);
    seen = entries.length;
    expect(wholeBranch(db, 'thread', headOf(db, 'thread') ?? '')).toHaveLength(1 + ((seen - 2) / 3) * 2);
    expect(unfinishedRuns(db)).toEqual([runById(db, 'r')]);
    expect(runById(db, 'r')?.usage.calls).toBe((seen - 2) / 3);
    expect(connectionOf(db).database.pragma('integrity_check', { simple: true })).toBe('ok');
    const kept = derivedRows(db);
    transact(db, 'rebuild', () => rebuildDerived(db));
    expect(derivedRows(db)).toEqual(kept);
    store.close();
  }
}, 60_000);
