import { isRecord } from '../../shared/lib/json.ts';
import type { ProviderKind } from '../../shared/models/provider-kind.ts';

type Query = Readonly<Record<string, string>>;

/** A model that an address serves. */
export type ListedModel = {
  readonly name: string;
  /** Tokens that it can read, where the list tells. */
  readonly contextWindow?: number;
};

/** How an API lists its models. */
type ListApi = {
  readonly headers: (apiKey: string) => Readonly<Record<string, string>>;
  readonly query: Query;
  /** `undefined` when the answer is no list. */
  readonly models: (body: unknown) => readonly ListedModel[] | undefined;
  /** What to ask for the page after this one; `undefined` after the last. */
  readonly next: (body: Readonly<Record<string, unknown>>) => Query | undefined;
};

const bearer = (apiKey: string) => ({ authorization: `Bearer ${apiKey}` });
const noNext = () => undefined;

export const LIST_APIS: { readonly [K in ProviderKind]: ListApi } = {
  anthropic: {
    headers: (apiKey) => ({ 'x-api-key': apiKey, 'anthropic-version': '2023-06-01' }),
    query: { limit: '1000' },
    models: (body) => modelsIn(body, 'data', 'id'),
    next: ({ has_more, last_id }) =>
      has_more === true && typeof last_id === 'string' ? { after_id: last_id } : undefined,
  },
  openai: { headers: bearer, query: {}, models: (body) => modelsIn(body, 'data', 'id'), next: noNext },
  google: {
    headers: (apiKey) => ({ 'x-goog-api-key': apiKey }),
    query: { pageSize: '1000' },
    models: googleModels,
    next: ({ nextPageToken }) =>
      typeof nextPageToken === 'string' && nextPageToken !== '' ? { pageToken: nextPageToken } : undefined,
  },
  'openai-compatible': { headers: bearer, query: {}, models: anyModels, next: noNext },
};

function modelsIn(body: unknown, list: string, name: string): readonly ListedModel[] | undefined {
  const models = isRecord(body) ? body[list] : undefined;
  return Array.isArray(models) ? listed(models, (model) => (isRecord(model) ? model[name] : model)) : undefined;
}

/** `{ models: [{ name: 'models/gemini-…', supportedGenerationMethods }] }`: those that write text. */
function googleModels(body: unknown): readonly ListedModel[] | undefined {
  if (isRecord(body) && Object.keys(body).length === 0) return [];
  const models: unknown = isRecord(body) ? body.models : undefined;
  if (!Array.isArray(models)) return undefined;
  const writing = models.filter((model: unknown) => {
    const methods = isRecord(model) ? model.supportedGenerationMethods : undefined;
    return !Array.isArray(methods) || methods.includes('generateContent');
  });
  return modelsIn({ models: writing }, 'models', 'name')?.map((model) => ({
    ...model,
    name: model.name.replace(/^models\//, ''),
  }));
}

/** `{ data: [{ id }] }`; some servers answer with the bare array, or say `models` and `name`. */
function anyModels(body: unknown): readonly ListedModel[] | undefined {
  const list = isRecord(body) ? (body.data ?? body.models) : body;
  if (!Array.isArray(list)) return undefined;
  return listed(list, (model) => (isRecord(model) ? (model.id ?? model.name) : model));
}

function listed(models: readonly unknown[], nameOf: (model: unknown) => unknown): readonly ListedModel[] {
  return models.flatMap((model) => {
    const name = nameOf(model);
    if (typeof name !== 'string' || name === '') return [];
    const contextWindow = isRecord(model) ? tokensOf(model) : undefined;
    return contextWindow === undefined ? [{ name }] : [{ name, contextWindow }];
  });
}

/** What lists call it: Anthropic, Google, OpenRouter, Groq, Mistral, vLLM. A server with a limit of its own names that one. */
const WINDOW_FIELDS = [
  'max_input_tokens',
  'inputTokenLimit',
  'loaded_context_length',
  'context_length',
  'context_window',
  'max_context_length',
  'max_model_len',
];

function tokensOf(model: Readonly<Record<string, unknown>>): number | undefined {
  const told = WINDOW_FIELDS.map((field) => model[field]);
  return told.find((value): value is number => Number.isSafeInteger(value) && Number(value) > 0);
}
