import type { ProviderKind } from '../../../shared/models/provider-kind.ts';
import type { ModelAddress, ModelAddressInput } from '../../../shared/settings.ts';

/** What becomes of the key: left as it is, replaced by what is typed, or forgotten. */
export type KeyChange = { readonly type: 'keep' | 'forget' } | { readonly type: 'set'; readonly key: string };

export type AddressForm = {
  readonly id?: string;
  readonly name: string;
  readonly kind: ProviderKind;
  /** Empty: the kind's own address. */
  readonly baseUrl: string;
  readonly key: KeyChange;
  /** One model name a line. */
  readonly models: string;
};

export function formOf(address: ModelAddress | undefined): AddressForm {
  const key: KeyChange = address?.key === 'ok' ? { type: 'keep' } : { type: 'set', key: '' };
  if (address === undefined) return { name: 'Anthropic', kind: 'anthropic', baseUrl: '', key, models: '' };
  const { id, name, kind, baseUrl, models } = address;
  return { id, name, kind, baseUrl, key, models: models.join('\n') };
}

export function addressOf({ id, name, kind, baseUrl, key, models }: AddressForm): ModelAddressInput {
  return {
    id,
    name: name.trim() || hostOf(baseUrl),
    kind,
    baseUrl: baseUrl.trim(),
    apiKey: keyOf(key),
    models: models
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== ''),
  };
}

/** What an address is called that nobody named; empty where there is no address yet. */
export function hostOf(baseUrl: string): string {
  return URL.parse(baseUrl.trim())?.host ?? '';
}

function keyOf(change: KeyChange): string | undefined {
  if (change.type === 'forget') return '';
  // A field left blank is no wish to have a blank key.
  return change.type === 'set' && change.key.trim() !== '' ? change.key.trim() : undefined;
}
