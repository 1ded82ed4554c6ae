import { isRecord, parseJson } from '../../shared/lib/json.ts';
import { fail, ok, type Failure, type Result } from '../../shared/lib/result.ts';
import { aborted } from './aborted.ts';
import { hostOf, httpFailure, keyFailure, type Target } from './errors.ts';
import { networkFailure } from './network-errors.ts';

const LIST_TIMEOUT_MS = 10_000;

type ListModelsOptions = {
  readonly baseUrl: string;
  readonly apiKey?: string;
  readonly fetch?: typeof fetch;
  readonly signal: AbortSignal;
  /** Ms since the epoch. */
  readonly now?: () => number;
  readonly timeoutMs?: number;
};

/** The names of the models that an address serves, in its order. Gives up after ten seconds. */
export async function listModels(options: ListModelsOptions): Promise<Result<readonly string[]>> {
  const { baseUrl, signal, now = Date.now, timeoutMs = LIST_TIMEOUT_MS } = options;
  const target: Target = { baseUrl, apiKey: options.apiKey?.trim() };
  const badKey = keyFailure(target);
  if (badKey !== undefined) return failure(badKey);
  const url = modelsUrl(baseUrl);
  if (url === null)
    return fail('model_unreachable', `${baseUrl} is no address`, 'Enter one that starts with http:// or https://');
  try {
    const response = await (options.fetch ?? fetch)(url, {
      headers: target.apiKey ? { authorization: `Bearer ${target.apiKey}` } : {},
      signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
    });
    const body = await response.text();
    if (!response.ok) {
      return failure(
        httpFailure({ status: response.status, headers: Object.fromEntries(response.headers), body }, target, now()),
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
    return failure(signal.aborted ? aborted() : networkFailure(error, target));
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
