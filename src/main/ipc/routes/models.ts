import { ok, type Failure, type Result } from '../../../shared/lib/result.ts';
import type { ModelList } from '../../../shared/ipc/requests/agents.ts';
import { listModels } from '../../models/addresses.ts';
import type { ListedModel } from '../../models/list-apis.ts';
import { environmentKey } from '../../models/environment-keys.ts';
import {
  deleteAddress,
  keyOf,
  listAddresses,
  mayUseKey,
  saveAddress,
  withoutKey,
  type Address,
} from '../../settings/addresses.ts';
import { keepReported } from '../../settings/context-windows.ts';
import type { HandlersOf } from '../router.ts';
import type { RouteDeps } from './deps.ts';

/** A list of models that was asked for is good for this long. */
const FRESH_MS = 30_000;
/** A person who opens a list does not wait for an address that is silent. */
const LIST_TIMEOUT_MS = 4000;

type Listed = { readonly at: number; readonly models: Promise<Result<readonly ListedModel[]>> };

export function modelRoutes({ store, keys, now, publish, log }: RouteDeps): HandlersOf<'models'> {
  const listed = new Map<string, Listed>();

  function modelsAt(address: Address): Promise<Result<readonly ListedModel[]>> {
    const known = listed.get(address.id);
    if (known !== undefined && now() - known.at < FRESH_MS) return known.models;
    const { kind, baseUrl } = address;
    const apiKey = keyOf(address, keys);
    const models = apiKey.ok
      ? listModels({ kind, baseUrl, apiKey: apiKey.value, timeoutMs: LIST_TIMEOUT_MS })
      : Promise.resolve(apiKey);
    listed.set(address.id, { at: now(), models });
    // What failed may succeed the next time that somebody looks.
    void models.then((answer) => (answer.ok ? keepWindows(address.id, answer.value) : listed.delete(address.id)));
    return models;
  }

  /** They count for runs, whether or not the address answers when one begins. */
  function keepWindows(addressId: string, models: readonly ListedModel[]): void {
    const kept = keepReported(store.read, store.write, addressId, models);
    if (kept?.ok === true) publish({ type: 'changed', what: 'windows' });
    if (kept?.ok === false) log('warn', 'The windows of models were not kept', { code: kept.error.code });
  }

  function changed(id: string): void {
    listed.delete(id);
    publish({ type: 'changed', what: 'models' });
  }

  return {
    'models.addresses': () => ok(listAddresses(store.read).map((address) => withoutKey(address, keys))),
    'models.save'(input) {
      const saved = saveAddress(store.write, keys.secrets, input, now());
      if (!saved.ok) return saved;
      changed(saved.value.id);
      return ok(withoutKey(saved.value, keys));
    },
    'models.delete'({ id }) {
      const deleted = deleteAddress(store.write, keys.secrets, id);
      if (deleted.ok) {
        keepWindows(id, []);
        changed(id);
      }
      return deleted;
    },
    async 'models.test'(input) {
      const may = mayUseKey(store.read, keys.secrets, input);
      if (!may.ok) return may;
      const { apiKey, id = '', ...place } = input;
      // As it would be once it is saved: left alone, replaced, or forgotten.
      const kept = apiKey === '' ? ok(environmentKey(place, keys.env)?.key) : keyOf({ ...place, id }, keys);
      const key = apiKey ? ok(apiKey) : kept;
      if (!key.ok) return key;
      const models = await listModels({ kind: place.kind, baseUrl: place.baseUrl, apiKey: key.value });
      return models.ok ? ok({ models: models.value.map(({ name }) => name) }) : models;
    },
    async 'models.list'() {
      const addresses = listAddresses(store.read);
      const answers = await Promise.all(
        addresses.map(async (address) => ({ address, models: await modelsAt(address) })),
      );
      const models: ModelList['models'][number][] = [];
      const unreachable: { address: string; error: Failure }[] = [];
      for (const { address, models: answer } of answers) {
        if (!answer.ok) unreachable.push({ address: address.name, error: answer.error });
        const names = new Set([...address.models, ...(answer.ok ? answer.value.map(({ name }) => name) : [])]);
        for (const name of names) models.push({ id: `${address.id}/${name}`, address: address.name });
      }
      return ok({ models, unreachable });
    },
  };
}
