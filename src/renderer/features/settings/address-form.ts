import type { ModelAddress, ModelAddressInput } from '../../../shared/settings.ts';

/** What becomes of the key: left as it is, replaced by what is typed, or forgotten. */
export type KeyChange = { readonly type: 'keep' | 'forget' } | { readonly type: 'set'; readonly key: string };

export type AddressForm = {
  readonly id?: string;
  readonly name: string;
  readonly baseUrl: string;
  readonly key: KeyChange;
  /** One model name a line. */
  readonly models: string;
};

/** Where the usual servers listen. */
export const PRESETS = [
  { name: 'Ollama', baseUrl: 'http://127.0.0.1:11434/v1' },
  { name: 'LM Studio', baseUrl: 'http://127.0.0.1:1234/v1' },
  { name: 'vLLM', baseUrl: 'http://127.0.0.1:8000/v1' },
] as const;

export function formOf(address: ModelAddress | undefined): AddressForm {
  if (address === undefined) return { name: '', baseUrl: '', key: { type: 'set', key: '' }, models: '' };
  const { id, name, baseUrl, hasKey, models } = address;
  return { id, name, baseUrl, key: hasKey ? { type: 'keep' } : { type: 'set', key: '' }, models: models.join('\n') };
}

export function addressOf({ id, name, baseUrl, key, models }: AddressForm): ModelAddressInput {
  return {
    id,
    name,
    baseUrl: baseUrl.trim(),
    apiKey: keyOf(key),
    models: models
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== ''),
  };
}

function keyOf(change: KeyChange): string | undefined {
  if (change.type === 'forget') return '';
  // A field left blank is no wish to have a blank key.
  return change.type === 'set' && change.key.trim() !== '' ? change.key.trim() : undefined;
}
