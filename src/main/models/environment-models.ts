import type { ProviderKind } from '../../shared/models/provider-kind.ts';
import type { Model } from '../agent/model.ts';
import { environmentKey, keyVariablesOf } from './environment-keys.ts';
import { providerModel } from './provider-model.ts';
import { scriptedFile } from './scripted-file.ts';

type Place = { readonly kind: ProviderKind; readonly baseUrl: string };

const PLACES: { readonly [prefix: string]: Place } = {
  anthropic: { kind: 'anthropic', baseUrl: '' },
  openai: { kind: 'openai', baseUrl: '' },
  google: { kind: 'google', baseUrl: '' },
  openrouter: { kind: 'openai-compatible', baseUrl: 'https://openrouter.ai/api/v1' },
  ollama: { kind: 'openai-compatible', baseUrl: 'http://127.0.0.1:11434/v1' },
};

/**
 * Models by the keys that the environment holds: `anthropic/…`, `openai/…`, `google/…`, `openrouter/…` with
 * ANTHROPIC_API_KEY, OPENAI_API_KEY, GOOGLE_GENERATIVE_AI_API_KEY or GEMINI_API_KEY, OPENROUTER_API_KEY; `ollama/…`
 * on this machine without one; `scripted/…` by a file of steps (see scripted-file.ts). What follows the first slash is the model's name as its provider knows it. `undefined`
 * for any other prefix; a model whose key is missing fails with `model_auth`, which names the variable.
 */
export function modelsFromEnvironment(env: NodeJS.ProcessEnv = process.env): (id: string) => Model | undefined {
  return (id) => {
    const [, prefix = '', modelName = ''] = /^([^/]+)\/(.+)$/s.exec(id) ?? [];
    if (prefix === 'scripted') return scriptedFile(id, modelName);
    const place = Object.hasOwn(PLACES, prefix) ? PLACES[prefix] : undefined;
    if (place === undefined) return undefined;
    const apiKey = environmentKey(place, env)?.key;
    if (apiKey === undefined && keyVariablesOf(place).length > 0) return withoutKey(id, keyVariablesOf(place));
    return providerModel({ id, ...place, apiKey, modelName });
  };
}

/** Fails before anything is sent. */
function withoutKey(id: string, variables: readonly string[]): Model {
  const error = {
    code: 'model_auth',
    message: `There is no key for ${id}`,
    hint: `Set ${variables.join(' or ')}`,
    retryable: false,
  };
  return {
    id,
    async *stream() {
      yield { type: 'failed', error };
    },
  };
}
