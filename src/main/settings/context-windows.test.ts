import { afterEach, expect, test } from 'vitest';
import type { ModelAddressInput } from '../../shared/settings.ts';
import { WINDOWS_DATE } from '../models/windows.ts';
import type { Store } from '../threads/open.ts';
import { good, testStore } from '../threads/testing/store.ts';
import { temporaryFolder } from '../threads/testing/temporary-folder.ts';
import { saveAddress } from './addresses.ts';
import { keepReported, modelWindow } from './context-windows.ts';
import { openSecrets } from './secrets.ts';
import { changeSettings } from './settings.ts';

const stores: Store[] = [];
afterEach(() => stores.splice(0).forEach((store) => store.close()));

const CLAUDE: ModelAddressInput = { name: 'Claude', kind: 'anthropic', baseUrl: '', models: [] };

test('the person counts before the provider, and the provider before the table', () => {
  const store = testStore();
  stores.push(store);
  const { read, write } = store;
  const secrets = openSecrets(`${temporaryFolder()}/keys.json`, undefined);
  const { id: address } = good(saveAddress(write, secrets, CLAUDE, 0));
  const id = `${address}/claude-haiku-4-5`;
  expect(modelWindow(read, id)).toEqual({ id, tokens: 200_000, from: 'table', tableDate: WINDOWS_DATE });

  const told = [{ name: 'claude-haiku-4-5', contextWindow: 300_000 }, { name: 'other' }];
  expect(keepReported(read, write, address, told)).toEqual({ ok: true, value: null });
  expect(modelWindow(read, id)).toEqual({ id, tokens: 300_000, from: 'provider' });
  // What is known already is not written again.
  expect(keepReported(read, write, address, told)).toBeUndefined();
  keepReported(read, write, 'another', [{ name: 'm', contextWindow: 1000 }]);
  expect(modelWindow(read, 'another/m')).toEqual({ id: 'another/m', tokens: 1000, from: 'provider' });

  good(changeSettings(write, { contextWindows: { [id]: 50_000 } }));
  expect(modelWindow(read, id)).toEqual({ id, tokens: 50_000, from: 'person' });

  good(changeSettings(write, { contextWindows: {} }));
  keepReported(read, write, address, []);
  expect(modelWindow(read, id).from).toBe('table');
  expect(modelWindow(read, 'another/m').tokens).toBe(1000);
  expect(modelWindow(read, 'nowhere/constructor')).toEqual({ id: 'nowhere/constructor' });
  expect(modelWindow(read, 'constructor')).toEqual({ id: 'constructor' });
});
