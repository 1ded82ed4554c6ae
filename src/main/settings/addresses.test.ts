import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { ModelAddressInput } from '../../shared/settings.ts';
import type { Cipher } from '../ipc/connection.ts';
import { silentLog } from '../lib/log.ts';
import { putDocument } from '../threads/documents.ts';
import { openStore, type Store } from '../threads/open.ts';
import { addressById, deleteAddress, keyOf, listAddresses, saveAddress, withoutKey, type Keys } from './addresses.ts';
import { openSecrets } from './secrets.ts';

const CIPHER: Cipher = {
  encrypt: (text) => Buffer.from(text).map((byte) => byte ^ 1),
  decrypt: (bytes) => Buffer.from(bytes.map((byte) => byte ^ 1)).toString(),
};
const BROKEN: Cipher = {
  ...CIPHER,
  decrypt: () => {
    throw new Error('wrong key store');
  },
};
const CLAUDE: ModelAddressInput = { name: 'Claude', kind: 'anthropic', baseUrl: '', models: [] };

let folder = '';
let store: Store;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'runlight-'));
  const opened = openStore({ file: ':memory:', now: () => 0, log: silentLog });
  if (!opened.ok) throw new Error(opened.error.message);
  store = opened.value;
});

afterEach(() => {
  store.close();
  rmSync(folder, { recursive: true });
});

function keysWith(cipher: Cipher | undefined, env: NodeJS.ProcessEnv = {}): Keys {
  return { secrets: openSecrets(join(folder, 'keys.json'), cipher), env };
}

/** The key as windows see it, and as the address is asked with it. */
function seen(id: string, keys: Keys) {
  const address = addressById(store.read, id);
  if (address === undefined) throw new Error(`no ${id}`);
  const { key, keyVariable } = withoutKey(address, keys);
  const used = keyOf(address, keys);
  return { key, keyVariable, used: used.ok ? used.value : used.error.code };
}

test('an address of before there were kinds speaks chat completions', () => {
  const body = { name: 'Old', baseUrl: 'http://127.0.0.1:1234/v1', models: ['m'] };
  putDocument(store.write, 'model_addresses', { id: 'old', body, updatedAt: 1 });
  expect(listAddresses(store.read)).toEqual([{ id: 'old', kind: 'openai-compatible', ...body }]);
});

test('a key is absent, of the environment, or stored, which wins', () => {
  const none = keysWith(CIPHER);
  const env = keysWith(CIPHER, { ANTHROPIC_API_KEY: 'env' });
  saveAddress(store.write, none.secrets, CLAUDE, 1);
  expect(seen('claude', none)).toEqual({ key: 'absent', used: undefined });
  expect(seen('claude', env)).toEqual({ key: 'environment', keyVariable: 'ANTHROPIC_API_KEY', used: 'env' });
  saveAddress(store.write, none.secrets, { ...CLAUDE, id: 'claude', apiKey: ' mine ' }, 2);
  expect(seen('claude', env)).toEqual({ key: 'ok', used: 'mine' });
  saveAddress(store.write, none.secrets, { ...CLAUDE, id: 'claude' }, 3);
  expect(seen('claude', env)).toEqual({ key: 'ok', used: 'mine' });
  saveAddress(store.write, none.secrets, { ...CLAUDE, id: 'claude', apiKey: '' }, 4);
  expect(seen('claude', none)).toEqual({ key: 'absent', used: undefined });
});

test('a key that another system encrypted is told, and no other is taken in its place', () => {
  saveAddress(store.write, keysWith(CIPHER).secrets, { ...CLAUDE, apiKey: 'mine' }, 1);
  const undecryptable = { key: 'undecryptable', used: 'key_unreadable' };
  for (const cipher of [BROKEN, undefined]) {
    expect(seen('claude', keysWith(cipher, { ANTHROPIC_API_KEY: 'env' }))).toEqual(undecryptable);
  }
  expect(deleteAddress(store.write, keysWith(BROKEN).secrets, 'claude').ok).toBe(true);
  expect(readFileSync(join(folder, 'keys.json'), 'utf8')).not.toContain('claude');
});

test('a key goes to no other host than it was entered for, unless it is entered again', () => {
  const keys = keysWith(CIPHER);
  const there = { ...CLAUDE, kind: 'openai-compatible', baseUrl: 'https://one.example/v1' } as const;
  const saved = saveAddress(store.write, keys.secrets, { ...there, apiKey: 'secret' }, 1);
  const id = saved.ok ? saved.value.id : '';
  const change = (input: Partial<ModelAddressInput>) =>
    saveAddress(store.write, keys.secrets, { ...there, id, ...input }, 2);
  expect(change({ baseUrl: 'https://two.example/v1' })).toEqual({
    ok: false,
    error: {
      code: 'key_of_other_host',
      message: 'The key that is kept was entered for one.example',
      hint: 'Enter the key of the new one, or remove the key',
    },
  });
  expect(seen(id, keys).used).toBe('secret');
  expect(change({ baseUrl: 'https://one.example/v2' }).ok).toBe(true);
  expect(change({ baseUrl: 'https://two.example/v1', apiKey: 'other' }).ok).toBe(true);
  expect(change({ baseUrl: 'https://one.example/v1', apiKey: '' }).ok).toBe(true);
  expect(change({ baseUrl: 'https://two.example/v1' }).ok).toBe(true);
});
