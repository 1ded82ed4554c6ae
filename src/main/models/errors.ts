import type { ProviderKind } from '../../shared/models/provider-kind.ts';
import { PROVIDERS_PLACE } from '../../shared/settings.ts';
import type { ModelFailure } from '../agent/model.ts';
import {
  AUTH_CODES,
  AUTH_WORDS,
  CONTEXT_CODES,
  CONTEXT_WORDS,
  FILTER_CODES,
  FILTER_WORDS,
  NO_MODEL_CODES,
  NO_MODEL_WORDS,
  OVERLOAD_CODES,
  QUOTA_CODES,
  QUOTA_WORDS,
  RATE_CODES,
} from './error-signs.ts';
import { keyVariablesOf } from './environment-keys.ts';
import { isOwnHost } from './own-host.ts';
import { parseProviderError, quote, readProviderError, type ProviderError } from './provider-error.ts';
import { retryAfterMs, type Headers } from './retry-after.ts';

/** Who was asked, and for what. */
export type Target = {
  readonly kind: ProviderKind;
  /** The whole address, also where it is the kind's own. */
  readonly baseUrl: string;
  readonly apiKey?: string;
  /** Absent when the address was asked for its models. */
  readonly modelName?: string;
};

export type ModelTarget = Target & { readonly modelName: string };

export type ErrorAnswer = { readonly status: number; readonly headers: Headers; readonly body: string };

/** An answer whose status is an error. `now` in ms since the epoch. */
export function httpFailure({ status, headers, body }: ErrorAnswer, target: Target, now: number): ModelFailure {
  const error = parseProviderError(body);
  return classified(error, status, headers, target, now) ?? badRequest(error, status, target);
}

/** An error that came as part of an answer that had begun well. */
export function streamFailure(value: unknown, target: Target, now: number): ModelFailure {
  const error = readProviderError(value);
  const known = classified(error, error.status, {}, target, now);
  return known ?? streamCut(target, `${hostOf(target)} broke off its answer`, quote(error.message, target.apiKey));
}

export function streamCut(target: Target, what?: string, said = ''): ModelFailure {
  const message = what ?? `The connection to ${hostOf(target)} broke before the answer was finished`;
  const hint = 'Continue the run to ask again';
  return { code: 'stream_cut', message: sentence(message, said), hint, retryable: true };
}

/** `host:port` as the person wrote them. */
export function hostOf(target: Target): string {
  return URL.parse(target.baseUrl)?.host ?? target.baseUrl;
}

/** Which address to check where something answers that is no API of models. */
export function addressToCheck({ kind }: Target): string {
  const place = `the address in ${PROVIDERS_PLACE}`;
  return kind === 'openai-compatible' ? `${place}: most end with /v1` : place;
}

/** One sentence, with the server's own words when it said any. */
export function sentence(what: string, said: string): string {
  return said === '' ? what : `${what}: ${said}`;
}

function classified(
  error: ProviderError,
  status: number | undefined,
  headers: Headers,
  target: Target,
  now: number,
): ModelFailure | undefined {
  const { message, codes } = error;
  const has = (known: readonly string[]) => codes.some((code) => known.includes(code));
  const host = hostOf(target);
  const said = quote(message, target.apiKey);
  const wait = retryAfterMs(headers, message, now);
  const rateLimit = status === 429 || has(RATE_CODES);

  // Free tiers use the words of a spent quota for limits that pass, and then say when.
  if (status === 402 || has(QUOTA_CODES) || (QUOTA_WORDS.test(message) && wait === undefined)) {
    const hint = 'Add credit or raise the limit with the provider, or choose another model';
    return {
      code: 'insufficient_quota',
      message: sentence(`The account at ${host} is out of credit`, said),
      hint,
      retryable: false,
    };
  }
  if (rateLimit) {
    const hint = 'Wait a little, or choose another model';
    const failure = { code: 'rate_limited', message: sentence(`${host} limits how often it may be asked`, said), hint };
    return wait === undefined ? { ...failure, retryable: true } : { ...failure, retryable: true, retryAfterMs: wait };
  }
  if (has(NO_MODEL_CODES)) return notFound(target, said);
  if (has(FILTER_CODES) || ((status === 400 || status === 403) && FILTER_WORDS.test(message))) {
    return {
      code: 'model_refused',
      message: sentence(`The content filter of ${host} refused the request`, said),
      hint: 'Rephrase the message, or choose another model',
      retryable: false,
    };
  }
  if (status === 401 || status === 403 || has(AUTH_CODES) || AUTH_WORDS.test(message)) return authFailure(target, said);
  if (status === 413 || has(CONTEXT_CODES) || CONTEXT_WORDS.test(message)) {
    return {
      code: 'context_too_long',
      message: sentence(`The conversation is longer than ${target.modelName ?? 'the model'} can read`, said),
      hint: 'Compact the conversation with /compact, choose a model that can read more, or start a new thread',
      retryable: false,
    };
  }
  if (status === 404 || (status !== undefined && status < 500 && NO_MODEL_WORDS.test(message)))
    return notFound(target, said);
  if (isTransient(status) || has(OVERLOAD_CODES)) {
    const what = status === undefined ? `${host} could not answer` : `${host} could not answer (status ${status})`;
    const failure = {
      code: 'model_overloaded',
      message: sentence(what, said),
      hint: 'Try again in a while',
      retryable: true,
    };
    return wait === undefined ? failure : { ...failure, retryAfterMs: wait };
  }
  return undefined;
}

function isTransient(status: number | undefined): boolean {
  return status !== undefined && (status >= 500 || status === 408 || status === 409 || status === 425);
}

/** `said`: the server's own words, cleaned. */
function authFailure(target: Target, said: string): ModelFailure {
  const host = hostOf(target);
  const failure = { code: 'model_auth', retryable: false };
  return target.apiKey === undefined || target.apiKey === ''
    ? { ...failure, message: sentence(`${host} asks for a key`, said), hint: enterKey(target) }
    : {
        ...failure,
        message: sentence(`The key for ${host} was refused`, said),
        hint: `Correct the key in ${PROVIDERS_PLACE}`,
      };
}

function enterKey(target: Target): string {
  const [variable] = keyVariablesOf(target);
  const enter = `Enter the key in ${PROVIDERS_PLACE}`;
  return variable === undefined ? enter : `${enter}, or set ${variable}`;
}

/**
 * What needs no request to be known: a password in the address or a key that no header can carry (the error that sending
 * it makes would show it), and no key at all where the provider itself is asked.
 */
export function keyFailure(target: Target): ModelFailure | undefined {
  const { kind, baseUrl, apiKey } = target;
  const { username, password } = URL.parse(baseUrl) ?? { username: '', password: '' };
  if (username !== '' || password !== '') {
    return {
      code: 'model_unreachable',
      message: `The address of ${hostOf(target)} holds a name or a password, which no request can carry`,
      hint: `Leave them out in ${PROVIDERS_PLACE}, and enter a key instead`,
      retryable: false,
    };
  }
  if (!apiKey) return kind !== 'openai-compatible' && isOwnHost(kind, baseUrl) ? authFailure(target, '') : undefined;
  if (/^[\x21-\x7e]*$/.test(apiKey)) return undefined;
  return {
    code: 'model_auth',
    message: `The key for ${hostOf(target)} has spaces or characters that no key can have`,
    hint: `Paste the key again in ${PROVIDERS_PLACE}`,
    retryable: false,
  };
}

function notFound(target: Target, said: string): ModelFailure {
  const { modelName } = target;
  const host = hostOf(target);
  const failure = { code: 'model_not_found', retryable: false };
  return modelName === undefined
    ? {
        ...failure,
        message: sentence(`${host} has no list of models at this address`, said),
        hint: `Check ${addressToCheck(target)}`,
      }
    : {
        ...failure,
        message: sentence(`${host} has no model named ${modelName}`, said),
        hint: `Choose another model, or check ${addressToCheck(target)}`,
      };
}

function badRequest(error: ProviderError, status: number, target: Target): ModelFailure {
  return {
    code: 'model_bad_request',
    message: sentence(`${hostOf(target)} refused the request (status ${status})`, quote(error.message, target.apiKey)),
    hint: 'The model may lack something that the request asks for, such as tools: choose another one',
    retryable: false,
  };
}
