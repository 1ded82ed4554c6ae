import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import type { Result } from '../../shared/lib/result.ts';
import { lockHome } from '../home/lock.ts';
import { richThread, textOf } from '../histories/testing/history.ts';
import { connectionOf } from '../threads/database.ts';
import { append, good, testStore, testThread, user } from '../threads/testing/store.ts';
import { temporaryFolder } from '../threads/testing/temporary-folder.ts';
import { renameThread } from '../threads/thread-rows.ts';
import { runExport } from './export.ts';

function home() {
  const folder = path.join(temporaryFolder(), 'home');
  mkdirSync(folder);
  const store = testStore(path.join(folder, 'runlight.db'));
  richThread(store.write);
  return { folder, store };
}

async function command(...args: readonly string[]): Promise<{ result: Result<null>; printed: string }> {
  let printed = '';
  const result = await runExport(args, {
    write: (text) => {
      printed += text;
      return Promise.resolve();
    },
    tell: () => undefined,
    signal: new AbortController().signal,
  });
  return { result, printed };
}

test('a thread by its id or title, from a home that another process has open and writes to', async () => {
  const { folder, store } = home();
  good(lockHome(folder));
  append(store.write, { tip: 't4', drafts: [{ id: 'fresh', body: user('Just now') }] });
  const expected = await textOf(store.write);
  expect(expected).toContain('Just now');
  for (const name of ['thread', 'Fix *the* <parser>', 'PARSER fix']) {
    const { result, printed } = await command(name, '--home', folder, '--out', '-');
    expect(result).toEqual({ ok: true, value: null });
    expect(printed).toBe(expected);
  }
  const out = path.join(folder, 'branch.md');
  good((await command('thread', '--branch', '--format', 'markdown', '--home', folder, '--out', out)).result);
  const written = readFileSync(out, 'utf8');
  expect(written).toContain('Just now');
  expect(written).not.toContain('Another branch');
  store.close();
});

test('what cannot be exported says why, and writes nothing', async () => {
  const { folder, store } = home();
  const code = async (...args: readonly string[]) => {
    const { result, printed } = await command(...args, '--home', folder);
    expect(printed).toBe('');
    return result.ok ? 'ok' : result.error.code;
  };
  const before = readdirSync(folder);
  expect(await code('nothing')).toBe('thread_not_found');
  expect(await code()).toBe('bad_arguments');
  expect(await code('thread', '--format', 'yaml')).toBe('bad_arguments');
  expect(await code('thread', '--what')).toBe('bad_arguments');
  testThread(store.write, 'second');
  good(renameThread(store.write, 'second', 'Another parser'));
  const ambiguous = (await command('parser', '--home', folder)).result;
  expect(ambiguous).toMatchObject({
    ok: false,
    error: {
      code: 'thread_ambiguous',
      message: '2 threads match "parser".',
      hint: expect.stringContaining('second  Another'),
    },
  });
  expect(readdirSync(folder)).toEqual(before);

  connectionOf(store.write).database.pragma('user_version = 999');
  expect(await code('thread')).toBe('store_newer');
  connectionOf(store.write).database.pragma('user_version = 1');
  expect(await code('thread')).toBe('store_older');
  store.close();
  const empty = temporaryFolder();
  expect((await command('x', '--home', empty)).result).toMatchObject({ ok: false, error: { code: 'store_missing' } });
  expect(readdirSync(empty)).toEqual([]);
});
