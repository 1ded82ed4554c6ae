import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Cipher } from '../ipc/connection.ts';
import { temporaryFolder } from '../threads/testing/temporary-folder.ts';
import { openSecrets } from './secrets.ts';

const SEAL = Buffer.from('sealed ');
/** Turns the bytes round; what it did not seal it cannot read. */
const cipher: Cipher = {
  encrypt: (text) => Buffer.concat([SEAL, Buffer.from(text).reverse()]),
  decrypt(bytes) {
    if (!SEAL.equals(bytes.subarray(0, SEAL.length))) throw new Error('Not mine');
    return Buffer.from(bytes.subarray(SEAL.length)).reverse().toString();
  },
};

test('a key is kept, replaced and forgotten, beside the others', () => {
  const file = join(temporaryFolder(), 'home', 'keys.json');
  const secrets = openSecrets(file);
  expect([secrets.has('a'), secrets.get('a')]).toEqual([false, { ok: true, value: undefined }]);
  expect(secrets.set('a', 'one')).toEqual({ ok: true, value: null });
  secrets.set('b', 'two');
  secrets.set('a', 'three');
  expect(openSecrets(file).get('a')).toEqual({ ok: true, value: 'three' });
  secrets.set('a', '');
  expect([secrets.has('a'), secrets.has('b')]).toEqual([false, true]);
  if (process.platform !== 'win32') expect(statSync(file).mode & 0o777).toBe(0o600);
});

test('a key is encrypted where the system can, and a key from before is still read', () => {
  const file = join(temporaryFolder(), 'keys.json');
  openSecrets(file).set('old', 'plain words');
  const secrets = openSecrets(file, cipher);
  secrets.set('new', 'hidden words');
  expect(readFileSync(file, 'utf8')).not.toContain('hidden');
  expect(secrets.get('new')).toEqual({ ok: true, value: 'hidden words' });
  expect(secrets.get('old')).toEqual({ ok: true, value: 'plain words' });
});

test('a key that the system cannot decrypt says so, with a cipher and without', () => {
  const file = join(temporaryFolder(), 'keys.json');
  const foreign = Buffer.from('somebody else').toString('base64');
  writeFileSync(file, JSON.stringify({ keys: { a: { sealed: foreign } } }));
  for (const secrets of [openSecrets(file, cipher), openSecrets(file)]) {
    expect(secrets.get('a')).toMatchObject({ ok: false, error: { code: 'key_unreadable' } });
  }
});

test('a file that is damaged is left as it is', () => {
  const file = join(temporaryFolder(), 'keys.json');
  writeFileSync(file, '{"keys":');
  const secrets = openSecrets(file);
  const failed = { ok: false, error: { code: 'keys_unusable' } };
  expect(secrets.get('a')).toMatchObject(failed);
  expect(secrets.set('a', 'one')).toMatchObject(failed);
  expect(readFileSync(file, 'utf8')).toBe('{"keys":');
});
