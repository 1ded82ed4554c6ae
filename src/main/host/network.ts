import { readFileSync } from 'node:fs';
import http from 'node:http';
import tls from 'node:tls';
import type { Log } from '../lib/log.ts';
import { thrownMessage } from '../lib/thrown.ts';

/** This machine is never asked through a proxy. */
const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];

/**
 * Makes every request of this process go as the person's machine is set up: through the proxies that HTTP_PROXY,
 * HTTPS_PROXY and NO_PROXY name (small letters count as well, and win), trusting also the authorities that the system
 * and SSL_CERT_FILE name; NODE_EXTRA_CA_CERTS Node has read by itself. Call it before any request is made. The answer
 * puts back what was before.
 */
export function setUpNetwork(env: NodeJS.ProcessEnv, log: Log): () => void {
  const undo = [attempt('The proxies of the environment cannot be used', () => useProxies(env), log)];
  undo.push(attempt('The certificates of the system cannot be used', () => trustMore(env, log), log));
  return () => {
    for (const back of undo) back?.();
  };
}

/** A machine that is set up in a way that cannot be used is told of; what needs none of it works all the same. */
function attempt(what: string, work: () => (() => void) | undefined, log: Log): (() => void) | undefined {
  try {
    return work();
  } catch (error) {
    // Only its kind: the address of a proxy may hold a password, and the error may hold the address.
    const kind = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
    log('error', what, { error: kind });
    return undefined;
  }
}

function useProxies(env: NodeJS.ProcessEnv): (() => void) | undefined {
  const HTTP_PROXY = either(env, 'http_proxy');
  const HTTPS_PROXY = either(env, 'https_proxy');
  const none = (either(env, 'no_proxy') ?? '').split(/[\s,]+/).filter((host) => host !== '');
  if ((HTTP_PROXY === undefined && HTTPS_PROXY === undefined) || none.includes('*')) return undefined;
  return http.setGlobalProxyFromEnv({ HTTP_PROXY, HTTPS_PROXY, NO_PROXY: [...none, ...LOOPBACK].join(',') });
}

function either(env: NodeJS.ProcessEnv, name: string): string | undefined {
  return env[name] || env[name.toUpperCase()] || undefined;
}

function trustMore(env: NodeJS.ProcessEnv, log: Log): () => void {
  const before = tls.getCACertificates('default');
  const more = [...tls.getCACertificates('system'), ...certificatesIn(env.SSL_CERT_FILE, log)];
  tls.setDefaultCACertificates([...new Set([...before, ...more])]);
  return () => tls.setDefaultCACertificates(before);
}

function certificatesIn(file: string | undefined, log: Log): readonly string[] {
  if (!file) return [];
  try {
    const text = readFileSync(file, 'utf8');
    return text.match(/-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/g) ?? [];
  } catch (error) {
    log('error', 'The file that SSL_CERT_FILE names cannot be read', { error: thrownMessage(error) });
    return [];
  }
}
