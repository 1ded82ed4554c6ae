import { isRecord, parseJson } from '../../shared/lib/json.ts';
import { fail, ok, type Failure, type Result } from '../../shared/lib/result.ts';
import { baseUrlOf, type ProviderKind } from '../../shared/models/provider-kind.ts';
import { addressToCheck, hostOf, httpFailure, keyFailure, type Target } from './errors.ts';
import { LIST_APIS, type ListedModel } from './list-apis.ts';
import { networkFailure } from './network-errors.ts';
import { ownRedirects } from './own-redirects.ts';
import { isOwnHost } from './own-host.ts';
import { MAX_PAGE_BYTES, upTo } from './up-to.ts';

const LIST_TIMEOUT_MS = 10_000;
/** A list that never ends is one that pages wrongly. */
const MOST_PAGES = 20;

type ListModelsOptions = {
  readonly kind: ProviderKind;
  /** Empty: the kind's own address. */
  readonly baseUrl: string;
  readonly apiKey?: string;
  readonly fetch?: typeof fetch;
  /** When to give up; after ten seconds unless told otherwise. */
  readonly timeoutMs?: number;
};

/** The models that an address serves, in its order. */
export async function listModels(options: ListModelsOptions): Promise<Result<readonly ListedModel[]>> {
  const { kind, timeoutMs = LIST_TIMEOUT_MS } = options;
  const fetch = ownRedirects(options.fetch ?? globalThis.fetch);
  const target: Target = { kind, baseUrl: baseUrlOf(kind, options.baseUrl), apiKey: options.apiKey?.trim() };
  const badKey = keyFailure(target);
  if (badKey !== undefined) return failure(badKey);
  try {
    const models = await allPages(target, fetch, AbortSignal.timeout(timeoutMs));
    if (!models.ok) return models;
    // What answers no messages would only be in the way; elsewhere nobody knows what names mean.
    const isOpenAi = kind === 'openai' && isOwnHost(kind, target.baseUrl);
    const byName = new Map(models.value.map((model) => [model.name, model]));
    return ok([...byName.values()].filter(({ name }) => !isOpenAi || !NO_CHAT.test(name)));
  } catch (error) {
    return failure(networkFailure(error, target));
  }
}

/** Models of OpenAI's that do something else than answer. */
const NO_CHAT =
  /embedding|moderation|whisper|^tts|-tts|^dall-e|image|^sora|audio|realtime|transcribe|^babbage|^davinci|-instruct/;

async function allPages(
  target: Target,
  fetch: typeof globalThis.fetch,
  signal: AbortSignal,
): Promise<Result<readonly ListedModel[]>> {
  const api = LIST_APIS[target.kind];
  const models: ListedModel[] = [];
  let next: Readonly<Record<string, string>> | undefined = {};
  for (let page = 0; next !== undefined && page < MOST_PAGES; page += 1) {
    const url = modelsUrl(target.baseUrl, { ...api.query, ...next });
    if (url === null) {
      const message = `${target.baseUrl} is no address`;
      return fail('model_unreachable', message, 'Enter one that starts with http:// or https://');
    }
    const response: Response = await fetch(url, { headers: target.apiKey ? api.headers(target.apiKey) : {}, signal });
    const body = await upTo(response, MAX_PAGE_BYTES).text();
    if (!response.ok) {
      const headers = Object.fromEntries(response.headers);
      return failure(httpFailure({ status: response.status, headers, body }, target, Date.now()));
    }
    const value = parseJson(body);
    const found = api.models(value);
    if (found === undefined) {
      return fail(
        'model_unreachable',
        `${hostOf(target)} answered with no list of models`,
        `Check ${addressToCheck(target)}`,
      );
    }
    models.push(...found);
    next = isRecord(value) ? api.next(value) : undefined;
  }
  return ok(models);
}

/** Whether a request may be retried is for runs to know. */
function failure({ code, message, hint }: Failure): Result<never> {
  return fail(code, message, hint);
}

function modelsUrl(baseUrl: string, query: Readonly<Record<string, string>>): URL | null {
  const url = URL.parse(baseUrl);
  if (url === null) return null;
  url.pathname = `${url.pathname.replace(/\/+$/, '')}/models`;
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  return url;
}
