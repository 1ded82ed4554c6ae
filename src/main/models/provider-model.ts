import { assertNever } from '../../shared/lib/assert.ts';
import { baseUrlOf, type ProviderKind } from '../../shared/models/provider-kind.ts';
import type { Model } from '../agent/model.ts';
import type { Target } from './errors.ts';
import { anthropicProvider } from './kinds/anthropic.ts';
import { googleProvider } from './kinds/google.ts';
import { openAiCompatibleProvider } from './kinds/openai-compatible.ts';
import { openAiProvider } from './kinds/openai.ts';
import type { Provider, ProviderParts } from './provider.ts';
import { requireStream } from './require-stream.ts';
import { streamAnswer } from './stream-answer.ts';
import { windowOf } from './windows.ts';

export type ProviderModelOptions = {
  /** `<address>/<name>`. */
  readonly id: string;
  readonly kind: ProviderKind;
  /** Absent or empty: the kind's own address. For `openai-compatible` for example `http://127.0.0.1:11434/v1`. */
  readonly baseUrl?: string;
  readonly apiKey?: string;
  /** As the provider knows it. */
  readonly modelName: string;
  /** Tokens that it can read. Absent: as the table has it. */
  readonly contextWindow?: number;
  readonly fetch?: typeof fetch;
  /** Ms since the epoch. */
  readonly now?: () => number;
};

/** A model of any kind of provider. It never retries by itself what failed. */
export function providerModel(options: ProviderModelOptions): Model {
  const { id, kind, modelName, now = Date.now } = options;
  const target: Target = {
    kind,
    baseUrl: baseUrlOf(kind, options.baseUrl ?? ''),
    apiKey: options.apiKey?.trim() || undefined,
    modelName,
  };
  const provider = providerOf(kind, partsOf(target, modelName, options.fetch ?? fetch));
  return {
    id,
    contextWindow: options.contextWindow ?? windowOf({ kind, baseUrl: target.baseUrl, modelName }),
    stream: (request, signal) => streamAnswer(provider, { ...target, modelName }, now, request, signal),
  };
}

export type OpenAiCompatibleOptions = Omit<ProviderModelOptions, 'kind' | 'baseUrl'> & {
  /** For example `http://127.0.0.1:11434/v1`; a query is sent along with each request. */
  readonly baseUrl: string;
};

/** A model behind any address that speaks OpenAI's chat completions. */
export function openAiCompatibleModel(options: OpenAiCompatibleOptions): Model {
  return providerModel({ ...options, kind: 'openai-compatible' });
}

function partsOf({ baseUrl, apiKey }: Target, modelName: string, fetch: typeof globalThis.fetch): ProviderParts {
  const [base = '', query] = baseUrl.split('?', 2);
  return {
    baseUrl: base.replace(/\/+$/, ''),
    query: query === undefined ? undefined : Object.fromEntries(new URLSearchParams(query)),
    apiKey,
    modelName,
    fetch: requireStream(fetch),
  };
}

function providerOf(kind: ProviderKind, parts: ProviderParts): Provider {
  switch (kind) {
    case 'anthropic':
      return anthropicProvider(parts);
    case 'openai':
      return openAiProvider(parts);
    case 'google':
      return googleProvider(parts);
    case 'openai-compatible':
      return openAiCompatibleProvider(parts);
    default:
      return assertNever(kind);
  }
}
