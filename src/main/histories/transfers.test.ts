import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { ok } from '../../shared/lib/result.ts';
import { good } from '../threads/testing/store.ts';
import { temporaryFolder } from '../threads/testing/temporary-folder.ts';
import { createTransfers } from './transfers.ts';

async function* bytes(...parts: readonly string[]): AsyncGenerator<Uint8Array> {
  for (const part of parts) yield Buffer.from(part);
}

test('an upload waits until it is asked for, once, and is gone then', async () => {
  const folder = path.join(temporaryFolder(), 'uploads');
  mkdirSync(folder);
  writeFileSync(path.join(folder, 'of an earlier process'), '');
  const transfers = createTransfers(folder, 100);
  expect(existsSync(folder)).toBe(false);
  const { uploadId } = good(await transfers.receive(bytes('one ', 'two')));
  const read = (file: string) => Promise.resolve(ok(readFileSync(file, 'utf8')));
  expect(await transfers.withUpload(uploadId, read)).toEqual(ok('one two'));
  expect(await transfers.withUpload(uploadId, read)).toMatchObject({ ok: false, error: { code: 'upload_gone' } });
  expect(await transfers.withUpload('../x', read)).toMatchObject({ ok: false, error: { code: 'upload_gone' } });
  expect(readdirSync(folder)).toEqual([]);
  transfers.close();
  expect(existsSync(folder)).toBe(false);
});

test('too large an upload, and one that breaks off, leave nothing', async () => {
  const folder = path.join(temporaryFolder(), 'uploads');
  const transfers = createTransfers(folder, 1024 * 1024);
  const large = await transfers.receive(bytes('x'.repeat(1024 * 1024), 'x'));
  expect(large).toMatchObject({
    ok: false,
    error: { code: 'file_too_large', message: 'The file has more than 1 MiB.' },
  });
  async function* broken(): AsyncGenerator<Uint8Array> {
    yield Buffer.from('x');
    throw new Error('aborted');
  }
  expect(await transfers.receive(broken())).toMatchObject({ ok: false, error: { code: 'upload_failed' } });
  expect(readdirSync(folder)).toEqual([]);
  transfers.close();
});
