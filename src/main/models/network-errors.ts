import { isRecord } from '../../shared/lib/json.ts';
import { PROVIDERS_PLACE } from '../../shared/settings.ts';
import type { ModelFailure } from '../agent/model.ts';
import { SentElsewhere } from './own-redirects.ts';
import { hostOf, sentence, streamCut, type Target } from './errors.ts';

const CHECK_ADDRESS = `Check the address in ${PROVIDERS_PLACE}, and the network connection`;
const CHECK_PROXY = 'Check HTTP_PROXY, HTTPS_PROXY and NO_PROXY, and start Runlight again';
/** What Node says of a proxy that answers CONNECT with anything but 200. */
const PROXY_REFUSED = /^Request was cancelled\.$|^Proxy response \(\d+\)/;
const TIMEOUTS = [
  'ETIMEDOUT',
  'UND_ERR_CONNECT_TIMEOUT',
  'UND_ERR_HEADERS_TIMEOUT',
  'UND_ERR_BODY_TIMEOUT',
  'TimeoutError',
];
const CLOSED = ['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET', 'ECONNABORTED'];
const NO_ROUTE = ['EHOSTUNREACH', 'ENETUNREACH', 'ENETDOWN', 'EHOSTDOWN', 'EAI_AGAIN'];
const CERTIFICATE = /CERT|SELF_SIGNED|UNABLE_TO_(?:VERIFY|GET)|ERR_TLS/;
const NO_TLS = /^(?:EPROTO|ERR_SSL)/;

/** A request that got no answer at all. */
export function networkFailure(error: unknown, target: Target): ModelFailure {
  const host = hostOf(target);
  const code = networkCode(error) ?? '';
  const unreachable = (message: string, hint: string, retryable: boolean): ModelFailure => {
    return { code: 'model_unreachable', message, hint, retryable };
  };
  const [elsewhere] = causes(error).filter((cause) => cause instanceof SentElsewhere);
  if (elsewhere !== undefined) {
    const hint = `If that is the server you mean, enter its address in ${PROVIDERS_PLACE}: a key is sent to no other`;
    return unreachable(`${host} sends the request on to ${elsewhere.host}`, hint, false);
  }
  const proxy = code === 'ECONNREFUSED' ? refusingProxy(error, target) : undefined;
  if (proxy !== undefined) return unreachable(`Nothing answers at the proxy ${proxy}`, CHECK_PROXY, false);
  if (causes(error).some(({ message }) => PROXY_REFUSED.test(message))) {
    return unreachable(`The proxy did not let the request to ${host} through`, CHECK_PROXY, false);
  }
  if (code === 'ECONNREFUSED') {
    const hint = `Start the server that serves the models, or correct the address in ${PROVIDERS_PLACE}`;
    return unreachable(`Nothing answers at ${hostAndPort(target)}`, hint, false);
  }
  if (code === 'ENOTFOUND') return unreachable(`There is no host named ${host}`, CHECK_ADDRESS, false);
  if (TIMEOUTS.includes(code)) return unreachable(`${host} did not answer in time`, CHECK_ADDRESS, true);
  if (CLOSED.includes(code))
    return unreachable(`${host} closed the connection before it answered`, CHECK_ADDRESS, true);
  if (NO_ROUTE.includes(code)) return unreachable(`${host} cannot be reached (${code})`, CHECK_ADDRESS, true);
  if (CERTIFICATE.test(code)) {
    const hint = 'Check the address, or make its certificate known to this machine';
    return unreachable(`The certificate of ${host} is not trusted (${code})`, hint, false);
  }
  if (NO_TLS.test(code)) {
    return unreachable(`${host} does not speak https (${code})`, 'Try the address with http:// instead', false);
  }
  const why = code === '' ? innermostMessage(error) : code;
  return unreachable(sentence(`${host} could not be asked`, why), CHECK_ADDRESS, false);
}

/** A connection that broke after the answer had begun. */
export function brokenStream(error: unknown, target: Target): ModelFailure {
  return TIMEOUTS.includes(networkCode(error) ?? '')
    ? streamCut(target, `${hostOf(target)} stopped in the middle of its answer`)
    : streamCut(target);
}

/** `host:port` of what refused the connection, where that is another port than the one that was asked for. */
function refusingProxy(error: unknown, target: Target): string | undefined {
  const tries = causes(error).flatMap((cause): readonly unknown[] => {
    return cause instanceof AggregateError ? cause.errors : [cause];
  });
  for (const refused of tries) {
    if (!isRecord(refused) || typeof refused.address !== 'string' || typeof refused.port !== 'number') continue;
    return hostAndPort(target).endsWith(`:${refused.port}`) ? undefined : `${refused.address}:${refused.port}`;
  }
  return undefined;
}

/** With the port that the protocol implies: whether it is the right one is the question. */
function hostAndPort(target: Target): string {
  const url = URL.parse(target.baseUrl);
  if (url === null || url.port !== '') return hostOf(target);
  return `${url.host}:${url.protocol === 'https:' ? 443 : 80}`;
}

/** The system's own code is somewhere down the chain of causes. */
function networkCode(error: unknown): string | undefined {
  for (const cause of causes(error)) {
    if ('code' in cause && typeof cause.code === 'string') return cause.code;
    if (cause.name === 'TimeoutError') return cause.name;
  }
  return undefined;
}

function innermostMessage(error: unknown): string {
  return causes(error).findLast((cause) => cause.message !== '')?.message ?? '';
}

function causes(error: unknown): readonly Error[] {
  const chain: Error[] = [];
  for (let cause = error; cause instanceof Error && !chain.includes(cause); cause = cause.cause) chain.push(cause);
  return chain;
}
