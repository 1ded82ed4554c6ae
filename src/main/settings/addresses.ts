import type { z } from 'zod';
import { fail, ok, type Result } from '../../shared/lib/result.ts';
import { ModelAddressFields, type ModelAddress, type ModelAddressInput } from '../../shared/settings.ts';
import { environmentKey } from '../models/environment-keys.ts';
import type { ReadDb, WriteDb } from '../threads/database.ts';
import { deleteDocument, getDocument, listDocuments, putDocument, type Document } from '../threads/documents.ts';
import type { Secrets } from './secrets.ts';

const Stored = ModelAddressFields.pick({ name: true, kind: true, baseUrl: true, models: true });
type Stored = z.output<typeof Stored>;

export type Address = Stored & { readonly id: string };

export function listAddresses(db: ReadDb): readonly Address[] {
  return listDocuments(db, 'model_addresses').flatMap((document) => toAddress(document) ?? []);
}

export function addressById(db: ReadDb, id: string): Address | undefined {
  const document = getDocument(db, 'model_addresses', id);
  return document && toAddress(document);
}

/** Where keys are: those that were entered, and those of the environment. */
export type Keys = { readonly secrets: Secrets; readonly env: NodeJS.ProcessEnv };

export function withoutKey(address: Address, keys: Keys): ModelAddress {
  const { id, name, kind, baseUrl, models } = address;
  return { id, name, kind, baseUrl, models, ...keyState(address, keys) };
}

function keyState(address: Address, { secrets, env }: Keys): Pick<ModelAddress, 'key' | 'keyVariable'> {
  if (secrets.has(secretOf(address.id))) return { key: secrets.get(secretOf(address.id)).ok ? 'ok' : 'undecryptable' };
  const variable = environmentKey(address, env)?.variable;
  return variable === undefined ? { key: 'absent' } : { key: 'environment', keyVariable: variable };
}

/** The key to ask an address with: the one that was entered, else the environment's. */
export function keyOf(address: Address, { secrets, env }: Keys): Result<string | undefined> {
  const stored = secrets.get(secretOf(address.id));
  if (!stored.ok || stored.value !== undefined) return stored;
  return ok(environmentKey(address, env)?.key);
}

/**
 * Fails with `key_of_other_host` where the key that is kept was entered for another host than the one that `wanted` names:
 * it must not go there unasked.
 */
export function mayUseKey(db: ReadDb, secrets: Secrets, wanted: ModelAddressInput): Result<null> {
  const { id = '', apiKey } = wanted;
  const known = addressById(db, id);
  if (apiKey !== undefined || known === undefined || !secrets.has(secretOf(id))) return ok(null);
  const [before, after] = [hostOf(known), hostOf(wanted)];
  if (before === after) return ok(null);
  const hint = 'Enter the key of the new one, or remove the key';
  return fail('key_of_other_host', `The key that is kept was entered for ${before}`, hint);
}

/** Of an address that has its kind's own: the kind. */
function hostOf({ kind, baseUrl }: Pick<Stored, 'kind' | 'baseUrl'>): string {
  return URL.parse(baseUrl)?.host ?? kind;
}

/** A new address gets an id that reads well in a model's name: `local-ollama/qwen3`. */
export function saveAddress(db: WriteDb, secrets: Secrets, input: ModelAddressInput, at: number): Result<Address> {
  const { id: known, apiKey, ...stored } = input;
  if (known !== undefined && addressById(db, known) === undefined) return addressGone();
  const may = mayUseKey(db, secrets, input);
  if (!may.ok) return may;
  const taken = new Set(listAddresses(db).map(({ id }) => id));
  const id = known ?? freeId(stored.name, taken);
  if (apiKey !== undefined) {
    const kept = secrets.set(secretOf(id), apiKey.trim());
    if (!kept.ok) return kept;
  }
  const saved = putDocument(db, 'model_addresses', { id, body: stored, updatedAt: at });
  return saved.ok ? ok({ ...stored, id }) : saved;
}

export function deleteAddress(db: WriteDb, secrets: Secrets, id: string): Result<null> {
  const forgotten = secrets.has(secretOf(id)) ? secrets.set(secretOf(id), '') : ok(null);
  if (!forgotten.ok) return forgotten;
  const deleted = deleteDocument(db, 'model_addresses', id);
  return deleted.ok ? ok(null) : deleted;
}

function addressGone(): Result<never> {
  return fail('address_not_found', 'This model address does not exist any more', 'Choose another in Settings');
}

function secretOf(addressId: string): string {
  return `address:${addressId}`;
}

/** The models that come with the program are of this address. */
const RESERVED = 'demo';

function freeId(name: string, taken: ReadonlySet<string>): string {
  const slug =
    name
      .normalize('NFKD')
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, '-')
      .replaceAll(/^-|-$/g, '') || 'models';
  for (let n = 1; ; n += 1) {
    const id = n === 1 ? slug : `${slug}-${n}`;
    if (!taken.has(id) && id !== RESERVED) return id;
  }
}

function toAddress({ id, body }: Document): Address | undefined {
  const stored = Stored.safeParse(body);
  return stored.success ? { ...stored.data, id } : undefined;
}
