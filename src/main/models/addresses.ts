import { isRecord, parseJson } from '../../shared/lib/json.ts';
import { fail, ok, type Failure, type Result } from '../../shared/lib/result.ts';
import { hostOf, httpFailure, keyFailure, type Target } from './errors.ts';
import { networkFailure } from './network-errors.ts';
import { MAX_PAGE_BYTES, upTo } from './up-to.ts';

const LIST_TIMEOUT_MS = 10_000;

type ListModelsOptions = {
  readonly baseUrl: string;
  readonly apiKey?: string;
  /** When to give up; after ten seconds unless told otherwise. */
  readonly timeoutMs?: number;
};

/** The names of the models that an address serves, in its order. */
export async function listModels({
  baseUrl,
  apiKey,
  timeoutMs = LIST_TIMEOUT_MS,
}: ListModelsOptions): Promise<Result<readonly string[]>> {
  const target: Target = { baseUrl, apiKey: apiKey?.trim() };
  const badKey = keyFailure(target);
  if (badKey !== undefined) return failure(badKey);
  const url = modelsUrl(baseUrl);
  if (url === null)
    return fail('model_unreachable', `${baseUrl} is no address`, 'Enter one that starts with http:// or https://');
  try {
    const response = await fetch(url, {
      headers: target.apiKey ? { authorization: `Bearer ${target.apiKey}` } : {},
      signal: AbortSignal.timeout(timeoutMs),
    });
    const body = await upTo(response, MAX_PAGE_BYTES).text();
    if (!response.ok) {
      return failure(
        httpFailure(
          { status: response.status, headers: Object.fromEntries(response.headers), body },
          target,
          Date.now(),
        ),
      );
    }
    const names = namesIn(parseJson(body));
    if (names !== undefined) return ok(names);
    return fail(
      'model_unreachable',
      `${hostOf(target)} answered with no list of models`,
      'Check the address: most end with /v1',
    );
  } catch (error) {
    return failure(networkFailure(error, target));
  }
}

/** Whether a request may be retried is for runs to know. */
function failure({ code, message, hint }: Failure): Result<never> {
  return fail(code, message, hint);
}

function modelsUrl(baseUrl: string): URL | null {
  const url = URL.parse(baseUrl);
  if (url !== null) url.pathname = `${url.pathname.replace(/\/+$/, '')}/models`;
  return url;
}

/** `{ data: [{ id }] }`; some servers answer with the bare array, or say `models` and `name`. */
function namesIn(body: unknown): readonly string[] | undefined {
  const list = isRecord(body) ? (body.data ?? body.models) : body;
  if (!Array.isArray(list)) return undefined;
  const names = list.map((model: unknown) => (isRecord(model) ? (model.id ?? model.name) : model));
  return [...new Set(names.filter((name): name is string => typeof name === 'string' && name !== ''))];
}
