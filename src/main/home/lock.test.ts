import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { must } from '../../shared/lib/assert.ts';
import { lockHome, type HomeLock } from './lock.ts';

const HOLDER = fileURLToPath(new URL('./testing/lock-holder.ts', import.meta.url));

let folder = '';
let home = '';

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'runlight-'));
  home = path.join(folder, 'data', 'home');
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

function locked(): HomeLock {
  const result = lockHome(home);
  if (!result.ok) throw new Error(result.error.message);
  return result.value;
}

/** Another process that has tried to lock the home; `said` is how that went. */
async function startHolder() {
  const child = spawn(process.execPath, ['--expose-gc', HOLDER, home], { stdio: ['pipe', 'pipe', 'inherit'] });
  const closed = once(child, 'close');
  const lines = createInterface({ input: child.stdout });
  const [said]: unknown[] = await once(lines, 'line');
  return { child, said, closed };
}

function expectInUse(pid: number | undefined): void {
  expect(lockHome(home)).toEqual({
    ok: false,
    error: {
      code: 'home_in_use',
      message: `Another Runlight (process ${must(pid, 'pid')}) is using the folder ${home}.`,
      hint: 'Close it, or choose another folder with --home.',
    },
  });
}

test('the folder is made for its owner alone, and can be locked again after its release', () => {
  const first = locked();
  if (process.platform !== 'win32') expect(statSync(home).mode & 0o777).toBe(0o700);
  expectInUse(process.pid);
  first.release();
  expect(existsSync(path.join(home, 'lock.pid'))).toBe(false);
  const second = locked();
  // Releasing the first once more must not free what the second holds.
  first.release();
  expectInUse(process.pid);
  second.release();
});

test('another process is refused while this one holds the lock', async () => {
  const lock = locked();
  const { child, said, closed } = await startHolder();
  expect(said).toBe('home_in_use');
  child.stdin.end();
  await closed;
  lock.release();
});

test('another process keeps its lock until it ends, whether or not it keeps a reference', async () => {
  const { child, said, closed } = await startHolder();
  expect(said).toBe('locked');
  expectInUse(child.pid);
  child.stdin.end();
  await closed;
  locked().release();
});

test('a lock dies with its process, even one that is killed', async () => {
  const { child, said, closed } = await startHolder();
  expect(said).toBe('locked');
  child.kill('SIGKILL');
  await closed;
  locked().release();
});

test.each([
  [
    'is a file',
    () => {
      mkdirSync(path.dirname(home));
      writeFileSync(home, '');
    },
  ],
  ['lies in a file', () => writeFileSync(path.dirname(home), '')],
  ['has a folder where the lock goes', () => mkdirSync(path.join(home, 'lock.db'), { recursive: true })],
])('a home that %s cannot be used, and the failure says what to do', (_, spoil) => {
  spoil();
  const result = lockHome(home);
  expect(result).toMatchObject({ ok: false, error: { code: 'home_unusable' } });
  expect(result.ok ? '' : result.error.message).toContain(home);
});
