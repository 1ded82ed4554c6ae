import { isRecord } from '../../shared/lib/json.ts';
import type { ProviderKind } from '../../shared/models/provider-kind.ts';

type Query = Readonly<Record<string, string>>;

/** How an API lists its models. */
type ListApi = {
  readonly headers: (apiKey: string) => Readonly<Record<string, string>>;
  readonly query: Query;
  /** `undefined` when the answer is no list. */
  readonly names: (body: unknown) => readonly string[] | undefined;
  /** What to ask for the page after this one; `undefined` after the last. */
  readonly next: (body: Readonly<Record<string, unknown>>) => Query | undefined;
};

const bearer = (apiKey: string) => ({ authorization: `Bearer ${apiKey}` });
const noNext = () => undefined;

export const LIST_APIS: { readonly [K in ProviderKind]: ListApi } = {
  anthropic: {
    headers: (apiKey) => ({ 'x-api-key': apiKey, 'anthropic-version': '2023-06-01' }),
    query: { limit: '1000' },
    names: (body) => namesIn(body, 'data', 'id'),
    next: ({ has_more, last_id }) =>
      has_more === true && typeof last_id === 'string' ? { after_id: last_id } : undefined,
  },
  openai: { headers: bearer, query: {}, names: (body) => namesIn(body, 'data', 'id'), next: noNext },
  google: {
    headers: (apiKey) => ({ 'x-goog-api-key': apiKey }),
    query: { pageSize: '1000' },
    names: googleNames,
    next: ({ nextPageToken }) =>
      typeof nextPageToken === 'string' && nextPageToken !== '' ? { pageToken: nextPageToken } : undefined,
  },
  'openai-compatible': { headers: bearer, query: {}, names: anyNames, next: noNext },
};

function namesIn(body: unknown, list: string, name: string): readonly string[] | undefined {
  const models = isRecord(body) ? body[list] : undefined;
  return Array.isArray(models)
    ? texts(models.map((model: unknown) => (isRecord(model) ? model[name] : model)))
    : undefined;
}

/** `{ models: [{ name: 'models/gemini-…', supportedGenerationMethods }] }`: those that write text. */
function googleNames(body: unknown): readonly string[] | undefined {
  if (isRecord(body) && Object.keys(body).length === 0) return [];
  const models: unknown = isRecord(body) ? body.models : undefined;
  if (!Array.isArray(models)) return undefined;
  const writing = models.filter((model: unknown) => {
    const methods = isRecord(model) ? model.supportedGenerationMethods : undefined;
    return !Array.isArray(methods) || methods.includes('generateContent');
  });
  return namesIn({ models: writing }, 'models', 'name')?.map((name) => name.replace(/^models\//, ''));
}

/** `{ data: [{ id }] }`; some servers answer with the bare array, or say `models` and `name`. */
function anyNames(body: unknown): readonly string[] | undefined {
  const list = isRecord(body) ? (body.data ?? body.models) : body;
  if (!Array.isArray(list)) return undefined;
  return texts(list.map((model: unknown) => (isRecord(model) ? (model.id ?? model.name) : model)));
}

function texts(values: readonly unknown[]): readonly string[] {
  return values.filter((value): value is string => typeof value === 'string' && value !== '');
}
